import { type AssessmentSettings, assessmentSettingsRoutes, photosRoutes } from '@candid/contracts';
import { track } from '../../../lib/analytics/track';
import { call } from '../../../lib/api/call';
import { countedTransport, type SentBytes } from '../../../lib/api/counted-transport';
import type { SelectedPhoto } from '../../../lib/selection/selected-photo';

export interface AssessmentStart {
  readonly userId: string;
  readonly photos: readonly SelectedPhoto[];
  readonly settings: AssessmentSettings;
}

interface StartProgress {
  /** The idempotency key of one call: the same one whenever the same is tried again. */
  readonly keyOf: (purpose: string) => string;
  readonly onSent: (bytes: SentBytes) => void;
  /** These are under assessment now, whatever becomes of the others. */
  readonly onStarted: (ids: readonly string[]) => void;
}

/** New pictures start together as one test; the person's own photos each start their own. */
export async function startAssessment(
  { userId, photos, settings }: AssessmentStart,
  { keyOf, onSent, onStarted }: StartProgress,
): Promise<void> {
  const wanted = JSON.stringify(settings);
  const fresh = photos.flatMap((photo) => (photo.kind === 'file' ? [photo] : []));
  if (fresh.length > 0) {
    const ids = fresh.map(({ id }) => id);
    const form = formOf(
      userId,
      fresh.map(({ file }) => file),
      settings,
    );
    const idempotencyKey = keyOf(`${ids.join()} ${wanted}`);
    await call(photosRoutes.uploadPhotos, { form, idempotencyKey }, countedTransport(onSent));
    onStarted(ids);
    track('photo_upload', { count: ids.length });
  }
  for (const { kind, id } of photos) {
    if (kind !== 'photo') continue;
    const idempotencyKey = keyOf(`${id} ${wanted}`);
    await call(assessmentSettingsRoutes.reactivate, { params: { photoId: id }, body: settings, idempotencyKey });
    onStarted([id]);
  }
}

function formOf(userId: string, files: readonly File[], settings: AssessmentSettings): FormData {
  const form = new FormData();
  form.set('userId', userId);
  form.set('section', 'testing');
  form.set('testLimit', String(settings.testLimit));
  form.set('ratingRequired', String(settings.ratingRequired));
  form.set('commentsRequired', String(settings.commentsRequired));
  form.set('commentsNegative', String(settings.commentsNegative));
  form.set('commentsSelected', JSON.stringify(settings.commentsSelected));
  form.set('minComments', String(settings.minComments));
  // Behind the fields, so that a server that reads the form as a stream knows what the files are for.
  for (const file of files) form.append('photos', file, file.name);
  return form;
}
