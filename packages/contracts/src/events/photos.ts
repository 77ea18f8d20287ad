import { z } from 'zod';
import { PhotoAssessmentId, PhotoId, UserId } from '../ids.js';
import { ScreeningFinding } from '../moderation.js';
import { eventsOf } from './envelope.js';

export const photosEvents = eventsOf('photos', {
  PhotoUploaded: z.object({
    photoId: PhotoId,
    userId: UserId,
    photoAssessmentId: PhotoAssessmentId.nullable(),
    /** True if assessors may see the photo only after its PhotoScreened. False if screening is switched off. */
    awaitsScreening: z.boolean().default(false),
  }),
  PhotoPlacedInProfile: z.object({ photoId: PhotoId, userId: UserId, wasFirstProfileSet: z.boolean() }),
  PhotoReturnedToBank: z.object({
    photoId: PhotoId,
    userId: UserId,
    wasInProfile: z.boolean(),
    /** The photo moves because this photo assessment did not start in time. Absent for other moves. */
    awaitedPhotoAssessmentId: PhotoAssessmentId.optional(),
  }),
  /** Published once per photo that awaits screening. Findings are hints; they have no effect on their own. */
  PhotoScreened: z.object({
    photoId: PhotoId,
    userId: UserId,
    findings: z.array(ScreeningFinding),
    screenedAt: z.string(),
  }),
  PhotoDeleted: z.object({ photoId: PhotoId, userId: UserId }),
});
