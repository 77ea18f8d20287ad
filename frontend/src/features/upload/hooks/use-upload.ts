import type { Photo } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SentBytes } from '../../../lib/api/counted-transport';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { type PlainUpload, uploadPhotos } from '../api/upload-photos';

/**
 * One upload, from the cropped files until the server has them. What failed keeps its files and its key, so that trying again
 * never stores a photo twice.
 */
export function useUpload(onDone: (photos: Photo[], section: PlainUpload['section']) => void, onFailed: () => void) {
  const userId = useUserId();
  const [upload, setUpload] = useState<PlainUpload | null>(null);
  const [sent, setSent] = useState<SentBytes | null>(null);
  const pictures = usePictures(upload?.files);
  const sending = useMutation({
    mutationFn: (wanted: PlainUpload) => uploadPhotos(wanted, setSent),
    onMutate: () => setSent(null),
    onSuccess: (photos, { section }) => {
      setUpload(null);
      onDone(photos, section);
    },
    onError: onFailed,
  });

  const start = (section: PlainUpload['section'], files: readonly File[]) => {
    const wanted = { userId, section, files, idempotencyKey: newIdempotencyKey() };
    setUpload(wanted);
    sending.mutate(wanted);
  };

  return {
    upload,
    pictures,
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

/** Addresses under which the files can be shown, for as long as they are the ones. */
function usePictures(files: readonly File[] | undefined): readonly string[] {
  const [pictures, setPictures] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = files?.map((file) => URL.createObjectURL(file)) ?? [];
    setPictures(made);
    return () => made.forEach(URL.revokeObjectURL);
  }, [files]);
  return pictures;
}
