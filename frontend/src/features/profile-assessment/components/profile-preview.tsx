import type { Photo as PhotoRecord } from '@candid/contracts';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { Photo } from '../../../shared/photos/photo';
import { classNames } from '../../../ui/dom/dom';
import styles from './profile-preview.module.css';

/** Maximum number of photos of a profile on the screen. */
const shownMax = 7;

/** The profile as assessors see it: the first photos of the set. */
export function ProfilePreview({ photos, small = false }: { photos: readonly PhotoRecord[]; small?: boolean }) {
  return (
    <ul
      className={classNames(styles.photos, small && styles.small)}
      aria-label={profileAssessmentTexts.preview(photos.length)}
    >
      {photos.slice(0, shownMax).map((photo, index) => (
        <li key={photo._id}>
          <Photo
            source={photo}
            alt={profileAssessmentTexts.photo(index + 1)}
            sizes={small ? '72px' : '(min-width: 900px) 200px, 33vw'}
            corners="small"
            eager={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}
