import { type AssessmentSettings, assessmentSettingsRoutes, photosRoutes } from '@candid/contracts';
import { track } from '../../../lib/analytics/track';
import { call } from '../../../lib/api/call';
import type { SelectedPhoto } from '../../../lib/selection/selected-photo';

export interface AssessmentStart {
  readonly userId: string;
  readonly photos: readonly SelectedPhoto[];
  readonly settings: AssessmentSettings;
}

/** New pictures start together as one test; the person's own photos each start their own. */
export async function startAssessment(
  { userId, photos, settings }: AssessmentStart,
  idempotencyKey: string,
): Promise<void> {
  const files = photos.flatMap((photo) => (photo.kind === 'file' ? [photo.file] : []));
  if (files.length > 0) {
    await call(photosRoutes.uploadPhotos, { form: formOf(userId, files, settings), idempotencyKey });
    track('photo_upload', { count: files.length });
  }
  for (const photo of photos) {
    if (photo.kind !== 'photo') continue;
    await call(assessmentSettingsRoutes.reactivate, {
      params: { photoId: photo.id },
      body: settings,
      idempotencyKey: `${idempotencyKey}-${photo.id}`,
    });
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
