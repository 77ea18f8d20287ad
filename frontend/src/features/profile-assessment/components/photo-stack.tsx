import type { Photo as PhotoRecord } from '@candid/contracts';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { Photo } from '../../../shared/photos/photo';
import styles from './assessments-panel.module.css';

/** Maximum number of photos in the stack. */
const stackedMax = 5;

/** A small picture of a profile: its first photos, stacked. It has no alternative text, because words stand beside it. */
export function PhotoStack({ photos }: { photos: readonly PhotoRecord[] }) {
  const rest = photos.length - stackedMax;
  return (
    <span className={styles.stack} aria-hidden="true">
      {photos.slice(0, stackedMax).map((photo) => (
        <span key={photo._id} className={styles.card}>
          <Photo source={photo} alt="" sizes="44px" corners="edge" />
        </span>
      ))}
      {rest > 0 && <span className={styles.more}>{profileAssessmentTexts.more(rest)}</span>}
    </span>
  );
}
