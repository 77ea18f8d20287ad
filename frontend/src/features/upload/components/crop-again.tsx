import type { Photo as PhotoRecord } from '@candid/contracts';
import { hasCode, messageOf, reasonOf } from '../../../lib/api/errors';
import { errorTexts } from '../../../lib/texts/common';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { useCropAgain, useOriginal } from '../api/originals';
import CropDialog from './crop-dialog';
import { PictureTrouble, PictureWait } from './crop-wait';
import { ReplacedPhoto } from './replaced-photo';

interface CropAgainProps {
  photo: PhotoRecord;
  onDone: (photo: PhotoRecord) => void;
  /** Chooses the photo on the device again, where its original is gone. */
  onChoose: () => void;
  onCancel: () => void;
}

/** Crops a stored photo again, from the original that the server keeps for a while. */
export default function CropAgain({ photo, onDone, onChoose, onCancel }: CropAgainProps) {
  const original = useOriginal(photo._id);
  const cropping = useCropAgain(photo._id, onDone);
  const choose = <Button onClick={onChoose}>{uploadTexts.replace.choose}</Button>;
  const trouble = () => {
    if (hasCode(original.error, 'NOT_FOUND')) {
      return <PictureTrouble reason={uploadTexts.cropAgain.gone}>{choose}</PictureTrouble>;
    }
    return (
      <PictureTrouble reason={messageOf(original.error)}>
        <Button onClick={() => original.refetch()}>{errorTexts.retry}</Button>
        {choose}
      </PictureTrouble>
    );
  };

  return (
    <CropDialog
      picture={original.data ?? null}
      instead={original.isError ? trouble() : <PictureWait />}
      note={<ReplacedPhoto photo={photo} />}
      problem={
        cropping.isError && (
          <Notice tone="danger" action={choose}>
            <strong>{uploadTexts.cropAgain.failed}</strong> {reasonOf(cropping.error)}
          </Notice>
        )
      }
      saving={cropping.isPending}
      onCropped={(crop) => cropping.mutate(crop)}
      onCancel={onCancel}
    />
  );
}
