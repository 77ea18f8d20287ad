import { type Photo, type RequestContext, type UploadForm, type UserId } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import type { z } from 'zod';
import { RefusalError } from '../errors/refusal.js';
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
  const request = { userId, section: form.section, files };
  const { photos, eventIds } = await services.call(ask.photos.uploadPhotos, request, context, {
    timeoutMs: uploadTimeoutMs(files.length),
  });
  // So that its assessment can be started at once.
  await services.settle('assessments', 'own-on-photo-uploaded', eventIds, context);
  const unrated = photos.map((photo) => photoView(photo, undefined));
  return orLastKnown(joinAssessments(services, photos, context), unrated);
}

/**
 * Uploads photos and starts their assessment: the tokens are held first, then the photos are stored, then the test starts.
 * Each step is idempotent by the request's key. A definite refusal of the photos gives the hold back at once; after an
 * unknown outcome the client's repeat, or the sweep after 15 minutes, settles it.
 */
export async function uploadAndAssess(services: Services, { userId, form, files, context }: Upload): Promise<Photo[]> {
  const settings = settingsOf(form);
  const { testId, photoIds } = await services.call(
    ask.assessments.openStart,
    { userId, photoCount: files.length, settings },
    context,
  );
  const withIds = files.map((file, index) => {
    const photoId = photoIds[index];
    if (!photoId) throw new Error('the start has fewer photos than were asked for');
    return { ...file, photoId };
  });
  const upload = { userId, section: 'testing' as const, testId, files: withIds };
  // A start that was refused and is tried again under the same key has a new test, so the key names the test too.
  const uploadContext = withKeySuffix(context, testId);
  const { photos } = await services
    .call(ask.photos.uploadPhotos, upload, uploadContext, { timeoutMs: uploadTimeoutMs(files.length) })
    .catch(async (error: unknown) => {
      if (isDefinite(error))
        await services.call(ask.assessments.abandonStart, { userId, testId }, context).catch(() => undefined);
      throw error;
    });
  const { eventIds } = await services.call(ask.assessments.confirmStart, { userId, testId }, uploadContext);
  await Promise.all([
    services.settle('photos', 'place-on-test-started', eventIds, context),
    services.settle('identity', 'flag-on-test-started', eventIds, context),
  ]);
  const { testLimit, ratingRequired, minComments, commentsSelected, commentsNegative } = settings;
  const asked = { testLimit, ratingRequired, minComments, commentsSelected, commentsNegative };
  const started = photos.map((photo) => ({ ...photoView(photo, undefined), ...asked }));
  return orLastKnown(joinAssessments(services, photos, context), started);
}

function withKeySuffix(context: RequestContext, suffix: string): RequestContext {
  if (!context.idempotency) return context;
  return { ...context, idempotency: { ...context.idempotency, key: `${context.idempotency.key}:${suffix}` } };
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

const isDefinite = (error: unknown): boolean =>
  error instanceof RemoteError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';

export const startsAssessment = (form: z.output<typeof UploadForm>): boolean => form.section === 'testing';
