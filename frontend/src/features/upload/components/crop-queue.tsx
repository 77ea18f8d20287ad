import { type ReactNode, useState } from 'react';
import { uploadTexts } from '../../../lib/texts/upload';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import CropDialog from './crop-dialog';

interface CropQueueProps {
  files: readonly File[];
  /** Said above the first picture. */
  note?: ReactNode;
  /** Those that were cropped, in their order, once the last one is saved or left out. */
  onDone: (cropped: File[]) => void;
  onCancel: () => void;
}

/** One crop after another. One may be left out; leaving in the middle keeps none, so it asks first. */
export default function CropQueue({ files, note, onDone, onCancel }: CropQueueProps) {
  const [at, setAt] = useState(0);
  const [cropped, setCropped] = useState<File[]>([]);
  const [asking, setAsking] = useState(false);
  // The last dialog stays until what follows has taken its place: a second tap on Save must not reach the screen beneath.
  const shown = Math.min(at, files.length - 1);
  const file = files[shown];
  if (!file) return null;

  const goOn = (kept: File[]) => {
    if (at === files.length) return;
    setCropped(kept);
    setAt(at + 1);
    if (at + 1 < files.length) return;
    if (kept.length > 0) onDone(kept);
    else onCancel();
  };

  return (
    <>
      <CropDialog
        key={shown}
        file={file}
        position={shown + 1}
        count={files.length}
        note={shown === 0 ? note : undefined}
        onCropped={(result) => goOn([...cropped, result])}
        onSkip={files.length > 1 ? () => goOn(cropped) : undefined}
        onCancel={() => (cropped.length > 0 ? setAsking(true) : onCancel())}
      />
      <ConfirmDialog
        open={asking}
        title={uploadTexts.cancelTitle(files.length)}
        text={uploadTexts.cancelText}
        confirm={uploadTexts.cancelConfirm}
        cancel={uploadTexts.cancelKeep}
        onConfirm={onCancel}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
