import { consumers, type Photo, type RequestContext, type UploadForm, type UserId } from '@candid/contracts';
import type { z } from 'zod';
import { RefusalError } from '../errors/refusals.js';
import { orLastKnown } from '../services/after-the-act.js';
import { ask, type Services } from '../services/services.js';
import { joinAssessments, photoView } from './photo-view.js';
import type { StagedUpload } from './staged-upload.js';

/**
 * How long one try may take, by the number of pictures to decode on a busy machine. A service that dies on the way answers
 * nothing, so the bound is also how long a person waits before the gateway asks its successor.
 */
const uploadTimeoutMs = (files: number): number => 8_000 + 4_000 * files;

interface Upload {
  userId: UserId;
  form: z.output<typeof UploadForm>;
  files: StagedUpload['files'];
  context: RequestContext;
}

/** Stores photos in the bank or the planner's waiting place. */
export async function uploadIntoSection(
  services: Services,
  { userId, form, files, context }: Upload,
): Promise<Photo[]> {
  const timeoutMs = uploadTimeoutMs(files.length);
  const request = { userId, section: form.section, files, answerWithinMs: timeoutMs };
  const { photos, eventIds } = await services.call(ask.photos.uploadPhotos, request, context, { timeoutMs });
  // So that its assessment can be started at once.
  await services.settle(consumers.assessments['own-on-photo-uploaded'], eventIds, context);
  const unrated = photos.map((photo) => photoView(photo, undefined));
  return orLastKnown(joinAssessments(services, photos, context), unrated);
}

/** Stores photos and starts their assessment. */
export async function uploadAndAssess(services: Services, { userId, form, files, context }: Upload): Promise<Photo[]> {
  const settings = settingsOf(form);
  const timeoutMs = uploadTimeoutMs(files.length);
  const request = { userId, settings, files, answerWithinMs: timeoutMs };
  const { photos } = await services.call(ask.photos.uploadAndAssess, request, context, { timeoutMs });
  const { testLimit, ratingRequired, minComments, commentsSelected, commentsNegative } = settings;
  const asked = { testLimit, ratingRequired, minComments, commentsSelected, commentsNegative };
  const started = photos.map((photo) => ({ ...photoView(photo, undefined), ...asked }));
  return orLastKnown(joinAssessments(services, photos, context), started);
}

function settingsOf(form: z.output<typeof UploadForm>) {
  if (form.testLimit === undefined) throw missing('testLimit');
  if (form.commentsSelected === undefined) throw missing('commentsSelected');
  return {
    testLimit: form.testLimit,
    ratingRequired: form.ratingRequired ?? true,
    commentsRequired: form.commentsRequired ?? true,
    commentsNegative: form.commentsNegative ?? true,
    commentsSelected: form.commentsSelected,
    minComments: form.minComments ?? 1,
  };
}

const missing = (field: string) =>
  new RefusalError('VALIDATION_FAILED', 'Please check what you entered.', [
    { field, message: 'is required to start an assessment' },
  ]);

export const startsAssessment = (form: z.output<typeof UploadForm>): boolean => form.section === 'testing';
