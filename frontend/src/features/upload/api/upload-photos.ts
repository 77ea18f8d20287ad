import { type Photo, photosRoutes } from '@candid/contracts';
import { track } from '../../../lib/analytics/track';
import { call } from '../../../lib/api/call';
import { countedTransport, type SentBytes } from '../../../lib/api/counted-transport';

export interface PlainUpload {
  readonly userId: string;
  readonly section: 'unrated' | 'bank' | 'profile';
  readonly files: readonly File[];
  readonly idempotencyKey: string;
}

/** Into the bank, to be assessed later. All files or none. */
export async function uploadPhotos(
  { userId, section, files, idempotencyKey }: PlainUpload,
  onSent: (bytes: SentBytes) => void,
): Promise<Photo[]> {
  const form = new FormData();
  form.set('userId', userId);
  form.set('section', section);
  for (const file of files) form.append('photos', file, file.name);
  const { photos } = await call(photosRoutes.uploadPhotos, { form, idempotencyKey }, countedTransport(onSent));
  track('photo_upload', { count: files.length });
  return photos;
}
