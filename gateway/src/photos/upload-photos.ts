import type { AssessmentSettings, Photo, UploadForm, UserId } from '@candid/contracts';
import type { z } from 'zod';
import { RefusalError } from '../errors/refusals.js';
import { orLastKnown } from '../services/after-the-act.js';
import { ask, type ServiceCall } from '../services/services.js';
import { joinAssessments, photoView } from './photo-view.js';
import type { StagedUpload } from './staged-upload.js';

/**
 * How long one try may take, by the number of pictures to decode on a busy machine. A service that dies on the way answers
 * nothing, so the bound is also how long a person waits before the gateway asks its successor.
 */
export const uploadTimeoutMs = (files: number): number => 8_000 + 4_000 * files;
/** How long the next try may take after one that was left unanswered. */
export const uploadPatienceMs = (files: number): number => 4_000 * Math.max(2, files);

interface Upload {
  userId: UserId;
  form: z.output<typeof UploadForm>;
  files: StagedUpload['files'];
}

/** Stores photos in the bank or the planner's waiting place; in section `testing` it also starts their assessment. */
export async function uploadPhotos(call: ServiceCall, { userId, form, files }: Upload): Promise<Photo[]> {
  const timeoutMs = uploadTimeoutMs(files.length);
  const options = { timeoutMs, patienceMinMs: uploadPatienceMs(files.length) };
  const upload = { userId, files: cropped(files, form.crops), answerWithinMs: timeoutMs };
  const settings = form.section === 'testing' ? settingsOf(form) : undefined;
  const { photos } = settings
    ? await call(ask.photos.uploadAndAssess, { ...upload, settings }, options)
    : await call(ask.photos.uploadPhotos, { ...upload, section: form.section }, options);
  const { commentsRequired: _, ...asked } = settings ?? {};
  const unrated = photos.map((photo) => ({ ...photoView(photo), ...asked }));
  return orLastKnown(joinAssessments(call, photos), unrated);
}

function cropped(files: StagedUpload['files'], crops: z.output<typeof UploadForm>['crops']) {
  if (crops === undefined) return files;
  if (crops.length !== files.length) {
    throw new RefusalError('VALIDATION_FAILED', 'Please check what you entered.', [
      { field: 'crops', message: 'must have one entry for each photo' },
    ]);
  }
  return files.map((file, index) => ({ ...file, crop: crops[index] ?? null }));
}

function settingsOf(form: z.output<typeof UploadForm>): AssessmentSettings {
  if (form.testLimit === undefined) throw missing('testLimit');
  if (form.commentsSelected === undefined) throw missing('commentsSelected');
  return {
    testLimit: form.testLimit,
    ratingRequired: form.ratingRequired ?? true,
    commentsRequired: form.commentsRequired ?? true,
    commentsNegative: form.commentsNegative ?? true,
    commentsSelected: form.commentsSelected,
    minComments: form.minComments ?? 1,
    ...(form.audienceFirst && { audienceFirst: true }),
  };
}

const missing = (field: string) =>
  new RefusalError('VALIDATION_FAILED', 'Please check what you entered.', [
    { field, message: 'is required to start an assessment' },
  ]);
