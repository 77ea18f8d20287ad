import { useState } from 'react';
import CropDialog from './crop-dialog';

interface CropQueueProps {
  files: readonly File[];
  /** All of them, in their order, once the last one is saved. */
  onDone: (cropped: File[]) => void;
  onCancel: () => void;
}

/** One crop after another; leaving in the middle keeps none. */
export default function CropQueue({ files, onDone, onCancel }: CropQueueProps) {
  const [cropped, setCropped] = useState<File[]>([]);
  const file = files[cropped.length];
  if (!file) return null;
  return (
    <CropDialog
      key={cropped.length}
      file={file}
      position={cropped.length + 1}
      count={files.length}
      onCropped={(result) => {
        const all = [...cropped, result];
        setCropped(all);
        if (all.length === files.length) onDone(all);
      }}
      onCancel={onCancel}
    />
  );
}
