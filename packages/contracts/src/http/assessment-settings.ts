import { z } from 'zod';
import { PRODUCT } from '../constants.js';
import type { ErrorCode } from '../error-codes.js';
import { PhotoAssessmentId, PhotoId } from '../ids.js';
import { AssessmentSettings, Photo, Placeholder, ScoreRange, StartedPhotoIds } from '../photo.js';
import { byOwnPhoto, routesOf, sentByCaller, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Assessments', audience: 'user' });
const definePhotosRoute = routesOf({ tag: 'Photos', audience: 'user' });

/** `remainingTokens`: tokens that the caller can spend afterwards. */
const changed = z.object({ success, photo: Photo, remainingTokens: z.int() });

const WantedSettings = AssessmentSettings.superRefine((settings, context) => {
  if (!settings.ratingRequired && !settings.commentsRequired) {
    context.addIssue({
      code: 'custom',
      path: ['ratingRequired'],
      message: 'Please ask for ratings, comments or both.',
    });
  }
  if (settings.commentsRequired && settings.commentsSelected.length === 0) {
    const message = 'Please leave at least one comment selected.';
    context.addIssue({ code: 'custom', path: ['commentsSelected'], message });
  }
});

/** The range is validated but has no effect, because the server knows the scores. */
const ShownRange = ScoreRange.refine(
  ([low, high]) => low >= PRODUCT.scoreMin && low <= high && high <= PRODUCT.scoreMax,
  'is a pair of scores, the lower first',
);

const changeRefusals = (own: ErrorCode): readonly ErrorCode[] => [
  ...(['VALIDATION_FAILED', 'NOT_FOUND', 'INSUFFICIENT_TOKENS', 'ONBOARDING_INCOMPLETE'] as const),
  ...([own, 'PHOTO_HELD', 'CONFLICT'] as const),
];

export const assessmentSettingsRoutes = tableOf({
  reactivate: defineRoute('POST', '/reactivate/{photoId}', {
    summary: 'Start a new assessment of an own photo',
    ...byOwnPhoto,
    body: WantedSettings.and(z.object({ confidenceRange: ShownRange.optional() })),
    answer: changed,
    refusals: changeRefusals('POOL_FULL'),
  }),
  startAssessments: defineRoute('POST', '/assessments', {
    summary: 'Start one test of several own photos: all of them or none',
    ownedFields: ['body.photoIds'],
    body: WantedSettings.and(z.object({ photoIds: StartedPhotoIds })),
    answer: z.object({ success, testId: PhotoAssessmentId, photos: z.array(Photo), remainingTokens: z.int() }),
    status: 201,
    refusals: changeRefusals('POOL_FULL'),
  }),
  updateAssessment: defineRoute('POST', '/update-assessment', {
    summary: 'More or fewer assessors, and what they are asked for',
    ownedFields: ['body.photoId'],
    body: z.object({
      photoId: PhotoId,
      /** Change of the number of assessors. A positive change reopens a complete assessment. */
      difference: z.int().min(-10).max(10),
      isCommentsChecked: z.boolean().optional(),
      isRatingChecked: z.boolean().optional(),
    }),
    answer: changed,
    refusals: changeRefusals('ASSESSMENT_COMPLETE'),
  }),
  updatePlaceholder: definePhotosRoute('POST', '/update-photo-placeholder', {
    id: 'updatePhotoPlaceholder',
    summary: 'Where a photo goes when its assessment ends',
    ownedFields: ['body.photoId'],
    body: z.object({ photoId: PhotoId, placeholder: Placeholder }),
    answer: z.object({ success }),
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_ENOUGH_RATINGS', 'ONBOARDING_INCOMPLETE', 'CONFLICT'],
  }),
  emptyProfileEndTesting: defineRoute('POST', '/empty-profile-end-testing', {
    summary: 'End all running assessments, with a refund, when the Profile Planner is empty',
    ...sentByCaller,
    answer: z.object({ success, refundTokens: z.int() }),
    refusals: ['FORBIDDEN', 'CONFLICT'],
  }),
});
