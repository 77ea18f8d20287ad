import { Crop, Plus, X } from 'lucide-react';
import { setupTexts } from '../../../lib/texts/setup';
import { CroppedPhoto } from '../../../shared/photos/cropped-photo';
import { Photo } from '../../../shared/photos/photo';
import type { NewPhoto, SelectedPhoto } from '../../../shared/photos/selected-photo';
import { IconButton } from '../../../ui/icon-button/icon-button';
import styles from './selected-photos.module.css';

interface SelectedPhotosProps {
  photos: readonly SelectedPhoto[];
  limit: number;
  busy: boolean;
  onAdd: () => void;
  onCrop: (photo: NewPhoto) => void;
  onRemove: (photo: SelectedPhoto) => void;
}

export function SelectedPhotos({ photos, limit, busy, onAdd, onCrop, onRemove }: SelectedPhotosProps) {
  return (
    <ul className={styles.photos} aria-label={setupTexts.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.photo}>
          {photo.kind === 'file' ? (
            <>
              <CroppedPhoto cropped={photo.cropped} alt={setupTexts.selectedPhoto(index + 1)} />
              <IconButton
                variant="scrim"
                className={styles.crop}
                label={setupTexts.cropPhoto(index + 1)}
                icon={<Crop />}
                disabled={busy}
                onClick={() => onCrop(photo)}
              />
            </>
          ) : (
            <Photo source={{ path: photo.photo.path }} alt={setupTexts.selectedPhoto(index + 1)} corners="small" />
          )}
          <IconButton
            variant="scrim"
            className={styles.remove}
            label={setupTexts.removePhoto(index + 1)}
            icon={<X />}
            disabled={busy}
            onClick={() => onRemove(photo)}
          />
        </li>
      ))}
      {photos.length < limit && (
        <li className={styles.photo}>
          <button type="button" className={styles.add} disabled={busy} onClick={onAdd}>
            <Plus aria-hidden="true" />
            {setupTexts.addPhoto}
          </button>
        </li>
      )}
    </ul>
  );
}
