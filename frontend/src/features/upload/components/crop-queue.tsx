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
  // The last dialog stays until what follows has taken its place: a second tap on Save must not reach the screen beneath.
  const at = Math.min(cropped.length, files.length - 1);
  const file = files[at];
  if (!file) return null;
  return (
    <CropDialog
      key={at}
      file={file}
      position={at + 1}
      count={files.length}
      onCropped={(result) => {
        if (cropped.length === files.length) return;
        const all = [...cropped, result];
        setCropped(all);
        if (all.length === files.length) onDone(all);
      }}
      onCancel={onCancel}
    />
  );
}
