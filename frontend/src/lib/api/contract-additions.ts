import { AssessmentSettings, defineRoute, Photo, PhotoId, Placeholder } from '@candid/contracts';
import { z } from 'zod';

const success = z.literal(true);
const message = z.object({ message: z.string() });

/** Calls of the HTTP contract that the shared package does not state yet, in its own form. */
export const passwordResetRoutes = {
  validate: defineRoute({
    id: 'validatePasswordReset',
    method: 'GET',
    path: '/password-reset/validate/{token}',
    tag: 'Identity',
    audience: 'anyone',
    summary: 'Whether a reset link still works',
    params: z.object({ token: z.string() }),
    answer: z.object({ valid: z.boolean(), email: z.string().nullish() }),
    status: 200,
    refusals: [],
  }),
  request: defineRoute({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/password-reset/request',
    tag: 'Identity',
    audience: 'anyone',
    summary: 'Ask for a reset link by e-mail',
    body: z.object({ email: z.string() }),
    answer: message,
    status: 200,
    refusals: ['RATE_LIMITED'],
  }),
  reset: defineRoute({
    id: 'resetPassword',
    method: 'POST',
    path: '/password-reset/reset',
    tag: 'Identity',
    audience: 'anyone',
    summary: 'Choose a new password',
    body: z.object({ token: z.string(), newPassword: z.string() }),
    answer: message,
    status: 200,
    refusals: ['VALIDATION_FAILED', 'RESET_TOKEN_INVALID'],
  }),
} as const;

const byPhoto = z.object({ photoId: PhotoId });
const changed = z.object({ success, photo: Photo, remainingTokens: z.int() });

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
