import type { PhotoCrop } from '@candid/contracts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { uploadTexts } from '../../../lib/texts/upload';
import type { CroppedFile } from '../../../shared/photos/cropping';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import type { CropPicture } from '../crop-picture';
import { useFilePicture } from '../hooks/use-file-picture';
import CropDialog from './crop-dialog';
import { FileWait } from './crop-wait';

interface CropQueueProps {
  files: readonly File[];
  crop?: PhotoCrop;
  note?: ReactNode;
  /** Called with the cropped files in order, after the person has saved or left out the last file. */
  onDone: (cropped: CroppedFile[]) => void;
  onCancel: () => void;
}

interface Step {
  readonly crop?: PhotoCrop;
  /** Undefined if the crop is not saved yet or the file is left out. */
  readonly cropped?: CroppedFile;
}

/** Crops one file after another. The person can go back or leave out a file. Cancelling asks, then drops all crops. */
export default function CropQueue({ files, crop, note, onDone, onCancel }: CropQueueProps) {
  const [at, setAt] = useState(0);
  const [steps, setSteps] = useState<readonly Step[]>(() => files.map(() => ({ crop })));
  const [asking, setAsking] = useState(false);
  // The last dialog stays until the next screen replaces it: a second tap on Save must not reach the screen below.
  const shown = Math.min(at, files.length - 1);
  const file = files[shown];
  if (!file) return null;

  const go = (to: number, step: Step) => {
    if (at === files.length) return;
    const next = steps.with(shown, step);
    setSteps(next);
    setAt(to);
    if (to < files.length) return;
    const kept = next.flatMap(({ cropped }) => cropped ?? []);
    if (kept.length > 0) onDone(kept);
    else onCancel();
  };

  return (
    <>
      <FileCrop
        key={shown}
        file={file}
        crop={steps[shown]?.crop}
        position={shown + 1}
        count={files.length}
        note={shown === 0 ? note : undefined}
        onCropped={(cropped) => go(shown + 1, { crop: cropped.crop, cropped })}
        onBack={shown > 0 ? (left) => go(shown - 1, { ...steps[shown], crop: left ?? undefined }) : undefined}
        onSkip={files.length > 1 ? () => go(shown + 1, {}) : undefined}
        onCancel={() => (steps.some(({ cropped }) => cropped) ? setAsking(true) : onCancel())}
      />
      <ConfirmDialog
        open={asking}
        danger
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

interface FileCropProps extends Omit<ComponentProps<typeof CropDialog>, 'picture' | 'instead' | 'onCropped'> {
  file: File;
  onCropped: (cropped: CroppedFile) => void;
}

function FileCrop({ file, onCropped, ...props }: FileCropProps) {
  const source = useFilePicture(file);
  return (
    <CropDialog
      {...props}
      picture={source.state === 'ready' ? source.picture : null}
      instead={
        source.state !== 'ready' && (
          <FileWait file={file} source={source} isOnly={!props.onSkip} onLeave={props.onCancel} />
        )
      }
      onCropped={(crop, { size, preview }: CropPicture) => onCropped({ file, crop, size, preview })}
    />
  );
}
