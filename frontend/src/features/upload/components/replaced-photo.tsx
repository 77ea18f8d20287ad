import type { Photo as PhotoRecord } from '@candid/contracts';
import { uploadTexts } from '../../../lib/texts/upload';
import { Photo } from '../../../shared/photos/photo';
import styles from './replaced-photo.module.css';

/** Says which photo the new crop is for. */
export function ReplacedPhoto({ photo }: { photo: PhotoRecord }) {
  return (
    <span className={styles.replaced}>
      <span className={styles.picture}>
        <Photo source={photo} alt={uploadTexts.replace.photo} sizes="48px" corners="small" />
      </span>
      {uploadTexts.replace.cropNote}
    </span>
  );
}
