import { type PhotoCrop, type Photo as PhotoRecord, photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call';
import { hasCode, messageOf, reasonOf } from '../../../lib/api/errors';
import { StableKeys } from '../../../lib/api/idempotency';
import { useAction } from '../../../lib/query/use-act';
import { readOf } from '../../../lib/query/use-read';
import { errorTexts } from '../../../lib/texts/common';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { decodedPreview } from '../crop-picture';
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
      note={picture && cropping.error === null && <ReplacedPhoto photo={photo} />}
      problem={
        cropping.error !== null &&
        !final && (
          <Notice tone="danger">
            <strong>{uploadTexts.cropAgain.failed}</strong> {reasonOf(cropping.error)}
          </Notice>
        )
      }
      saving={cropping.busy}
      onCropped={(crop) => void cropping.run(crop).catch(() => undefined)}
      onCancel={onCancel}
    />
  );
}

/** The picture that an own photo was cropped from. Refused with NOT_FOUND once it is no longer kept. */
function useOriginal(photoId: string) {
  const read = readOf(photosRoutes.getOriginal, { params: { photoId } });
  return useQuery({
    queryKey: [...read.queryKey, 'decoded'],
    queryFn: async (context) => decodedPreview(await read.queryFn(context)),
    // An image element is nothing to keep beyond the dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Replaces a photo that nobody has assessed by another crop of its original. The same crop pressed again is one act. */
function useCropAgain(photoId: string, onDone: (photo: PhotoRecord) => void) {
  const [keys] = useState(() => new StableKeys());
  return useAction(
    (crop: PhotoCrop) => {
      const idempotencyKey = keys.of(JSON.stringify(crop));
      return call(photosRoutes.cropAgain, { params: { photoId }, body: { crop }, idempotencyKey });
    },
    ({ photo }) => onDone(photo),
  );
}
