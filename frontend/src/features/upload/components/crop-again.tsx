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
  // The original is gone, or the photo may not be cropped again.
  const final = [original.error, cropping.error].find(
    (error) => hasCode(error, 'NOT_FOUND') || hasCode(error, 'CONFLICT'),
  );
  const instead = () => {
    if (final) {
      const reason = hasCode(final, 'NOT_FOUND') ? uploadTexts.cropAgain.gone : messageOf(final);
      return <PictureTrouble reason={reason}>{choose}</PictureTrouble>;
    }
    if (!original.isError) return <PictureWait />;
    return (
      <PictureTrouble reason={messageOf(original.error)}>
        <Button onClick={() => original.refetch()}>{errorTexts.retry}</Button>
        {choose}
      </PictureTrouble>
    );
  };
  const picture = final ? null : (original.data ?? null);

  return (
    <CropDialog
      picture={picture}
      instead={instead()}
      note={picture && !cropping.isError && <ReplacedPhoto photo={photo} />}
      problem={
        cropping.isError &&
        !final && (
          <Notice tone="danger">
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
