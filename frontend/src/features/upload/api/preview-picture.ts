import { photosRoutes, type UprightPicture } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { countedTransport, type SentBytes } from '../../../lib/api/counted-transport';

/** Kept for as long as the file is, for a person who goes back to it. */
const previews = new WeakMap<File, UprightPicture>();

/** A small upright copy of a picture that this browser cannot show. The server stores nothing. */
export async function previewPicture(
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
