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
  /** Lets the person choose the photo's file again, because the server no longer has its original. */
  onChoose: () => void;
  onCancel: () => void;
}

export default function CropAgain({ photo, onDone, onChoose, onCancel }: CropAgainProps) {
  const original = useOriginal(photo._id);
  const cropping = useCropAgain(photo._id, onDone);
  const choose = <Button onClick={onChoose}>{uploadTexts.replace.choose}</Button>;
  // After these errors a retry cannot help: the original is gone, or the photo may not be cropped again.
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

/** Loads the original of the person's own photo. Fails with NOT_FOUND once the server has deleted the original. */
function useOriginal(photoId: string) {
  const read = readOf(photosRoutes.getOriginal, { params: { photoId } });
  return useQuery({
    queryKey: [...read.queryKey, 'decoded'],
    queryFn: async (context) => decodedPreview(await read.queryFn(context)),
    // The decoded image is large, so the cache drops it when the dialog closes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Replaces an unassessed photo by another crop of its original. Pressing again with the same crop has no second effect. */
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
