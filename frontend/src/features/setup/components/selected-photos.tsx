import { Plus, X } from 'lucide-react';
import { setupTexts } from '../../../lib/texts/setup';
import { Photo } from '../../../shared/photos/photo';
import type { SelectedPhoto } from '../../../shared/photos/selected-photo';
import { IconButton } from '../../../ui/icon-button/icon-button';
import styles from './selected-photos.module.css';

interface SelectedPhotosProps {
  photos: readonly SelectedPhoto[];
  limit: number;
  busy: boolean;
  onAdd: () => void;
  onRemove: (photo: SelectedPhoto) => void;
}

export function SelectedPhotos({ photos, limit, busy, onAdd, onRemove }: SelectedPhotosProps) {
  return (
    <ul className={styles.photos} aria-label={setupTexts.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.photo}>
          <Photo source={{ path: photo.path }} alt={setupTexts.selectedPhoto(index + 1)} corners="small" />
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
