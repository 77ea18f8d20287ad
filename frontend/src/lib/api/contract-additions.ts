import { AssessmentSettings, defineRoute, Photo, PhotoId, Placeholder } from '@candid/contracts';
import { z } from 'zod';

const success = z.literal(true);

const byPhoto = z.object({ photoId: PhotoId });
const changed = z.object({ success, photo: Photo, remainingTokens: z.int() });

/** Calls of the HTTP contract that the shared package does not state yet, in its own form. */
export const assessmentSettingsRoutes = {
  reactivate: defineRoute({
    id: 'reactivate',
    method: 'POST',
    path: '/reactivate/{photoId}',
    tag: 'Assessments',
    audience: 'user',
    summary: 'Start a new assessment of an own photo',
    params: byPhoto,
    body: AssessmentSettings,
    answer: changed,
    status: 200,
    refusals: ['INSUFFICIENT_TOKENS', 'ONBOARDING_INCOMPLETE', 'POOL_FULL'],
  }),
  updateAssessment: defineRoute({
    id: 'updateAssessment',
    method: 'POST',
    path: '/update-assessment',
    tag: 'Assessments',
    audience: 'user',
    summary: 'More or fewer assessors for a running assessment',
    body: z.object({
      photoId: PhotoId,
      difference: z.int(),
      isCommentsChecked: z.boolean().optional(),
      isRatingChecked: z.boolean().optional(),
    }),
    answer: changed,
    status: 200,
    refusals: ['INSUFFICIENT_TOKENS', 'CONFLICT'],
  }),
  updatePlaceholder: defineRoute({
    id: 'updatePhotoPlaceholder',
    method: 'POST',
    path: '/update-photo-placeholder',
    tag: 'Photos',
    audience: 'user',
    summary: 'Where a photo goes when its assessment ends',
    body: z.object({ photoId: PhotoId, placeholder: Placeholder }),
    answer: z.object({ success }),
    status: 200,
    refusals: ['NOT_FOUND'],
  }),
} as const;
