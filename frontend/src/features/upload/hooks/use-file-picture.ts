import { photosRoutes, type UprightPicture } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api/call';
import { countedTransport, type SentBytes } from '../../../lib/api/counted-transport';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { type CropPicture, decodedPicture, decodedPreview } from '../crop-picture';

/** `asking`: this browser cannot show the file, so the server is converting it. */
export type FilePicture =
  | { readonly state: 'opening' }
  | { readonly state: 'asking'; readonly sent: SentBytes | null }
  | { readonly state: 'ready'; readonly picture: CropPicture }
  /** `mayRepeat`: a retry may help, because the file itself is not the problem. */
  | { readonly state: 'failed'; readonly reason: string; readonly mayRepeat: boolean };

export function useFilePicture(file: File): FilePicture & { again: () => void } {
  const [shown, setShown] = useState<FilePicture>({ state: 'opening' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same file again
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: FilePicture) => {
      if (!signal.aborted) setShown(next);
    };
    const ask = async () => {
      const onSent = (sent: SentBytes) => show({ state: 'asking', sent });
      show({ state: 'asking', sent: null });
      return decodedPreview(await previewPicture(file, { onSent, signal }));
    };
    const address = URL.createObjectURL(file);
    show({ state: 'opening' });
    decodedPicture(address)
      .catch(ask)
      .then(
        (picture) => show({ state: 'ready', picture }),
        (error: unknown) => show(failureOf(error)),
      );
    return () => {
      leaving.abort();
      URL.revokeObjectURL(address);
    };
  }, [file, attempt]);

  return { ...shown, again: () => setAttempt(attempt + 1) };
}

function failureOf(error: unknown): FilePicture {
  const mayRepeat = !(error instanceof ApiError) || error.isTransient || error.status === 429 || error.status >= 500;
  return { state: 'failed', reason: messageOf(error), mayRepeat };
}

/** Keeps each picture as long as its file, so that going back shows it at once. */
const previews = new WeakMap<File, UprightPicture>();

async function previewPicture(
  file: File,
  { onSent, signal }: { onSent: (bytes: SentBytes) => void; signal: AbortSignal },
): Promise<UprightPicture> {
  const known = previews.get(file);
  if (known) return known;
  const form = new FormData();
  form.append('photos', file, file.name);
  const preview = await call(photosRoutes.previewPicture, { form, signal }, countedTransport(onSent));
  previews.set(file, preview);
  return preview;
}
