import { Crop, Plus, X } from 'lucide-react';
import { setupTexts } from '../../../lib/texts/setup';
import { CroppedPhoto } from '../../../shared/photos/cropped-photo';
import { Photo } from '../../../shared/photos/photo';
import type { NewPhoto, SelectedPhoto } from '../../../shared/photos/selected-photo';
import { IconButton } from '../../../ui/icon-button/icon-button';

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
    <ul className="grid grid-cols-3 gap-2 wide:grid-cols-4" aria-label={setupTexts.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} className="relative">
          {photo.kind === 'file' ? (
            <>
              <CroppedPhoto cropped={photo.cropped} alt={setupTexts.selectedPhoto(index + 1)} />
              <IconButton
                variant="scrim"
                size="s"
                floating
                className="right-1 bottom-1"
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
            size="s"
            floating
            className="top-1 right-1"
            label={setupTexts.removePhoto(index + 1)}
            icon={<X />}
            disabled={busy}
            onClick={() => onRemove(photo)}
          />
        </li>
      ))}
      {photos.length < limit && (
        <li className="relative">
          <button
            type="button"
            className="grid aspect-4/5 w-full content-center justify-items-center gap-1 rounded-12 border-[1.5px] border-dashed border-line-strong bg-transparent text-14 font-medium text-ink-soft hover:not-disabled:bg-tone [&_svg]:text-accent-ink"
            disabled={busy}
            onClick={onAdd}
          >
            <Plus aria-hidden="true" />
            {setupTexts.addPhoto}
          </button>
        </li>
      )}
    </ul>
  );
}
