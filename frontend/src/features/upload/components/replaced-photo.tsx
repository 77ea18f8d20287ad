import type { Photo as PhotoRecord } from '@candid/contracts';
import { uploadTexts } from '../../../lib/texts/upload';
import { Photo } from '../../../shared/photos/photo';

export function ReplacedPhoto({ photo }: { photo: PhotoRecord }) {
  return (
    <span className="flex items-center gap-3">
      <span className="w-12 flex-none">
        <Photo source={photo} alt={uploadTexts.replace.photo} sizes="48px" corners="small" />
      </span>
      {uploadTexts.replace.cropNote}
    </span>
  );
}
