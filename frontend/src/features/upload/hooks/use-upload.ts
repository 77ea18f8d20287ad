import { type Photo, photosRoutes } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { track } from '../../../lib/analytics/track';
import { call } from '../../../lib/api/call';
import { countedTransport, type SentBytes } from '../../../lib/api/counted-transport';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { appendFiles, type CroppedFile } from '../../../shared/photos/cropping';

interface PlainUpload {
  readonly userId: string;
  readonly section: 'unrated' | 'bank' | 'profile';
  readonly files: readonly CroppedFile[];
  readonly idempotencyKey: string;
}

/** Uploads photos to the bank for a later assessment. The server stores all files or none. */
async function uploadPhotos(
  { userId, section, files, idempotencyKey }: PlainUpload,
  onSent: (bytes: SentBytes) => void,
): Promise<Photo[]> {
  const form = new FormData();
  form.set('userId', userId);
  form.set('section', section);
  appendFiles(form, files);
  const { photos } = await call(photosRoutes.uploadPhotos, { form, idempotencyKey }, countedTransport(onSent));
  track('photo_upload');
  return photos;
}

/** A failed upload keeps its files and its key, so that a retry never stores a photo twice. */
export function useUpload(onDone: (photos: Photo[], section: PlainUpload['section']) => void, onFailed: () => void) {
  const userId = useUserId();
  const [upload, setUpload] = useState<PlainUpload | null>(null);
  const [sent, setSent] = useState<SentBytes | null>(null);
  const sending = useMutation({
    mutationFn: (wanted: PlainUpload) => uploadPhotos(wanted, setSent),
    onMutate: () => setSent(null),
    onSuccess: (photos, { section }) => {
      setUpload(null);
      onDone(photos, section);
    },
    onError: onFailed,
  });

  const start = (section: PlainUpload['section'], files: readonly CroppedFile[]) => {
    const wanted = { userId, section, files, idempotencyKey: newIdempotencyKey() };
    setUpload(wanted);
    sending.mutate(wanted);
  };

  return {
    upload,
    sent,
    busy: sending.isPending,
    error: upload === null ? null : sending.error,
    start,
    again: () => upload && sending.mutate(upload),
    discard: () => {
      sending.reset();
      setUpload(null);
    },
  };
}

export type UploadState = ReturnType<typeof useUpload>;
