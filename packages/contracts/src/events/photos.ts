import { z } from 'zod';
import { PhotoAssessmentId, PhotoId, UserId } from '../ids.js';
import { defineEvent } from './envelope.js';

export const photosEvents = {
  PhotoUploaded: defineEvent(
    'photos',
    'PhotoUploaded',
    1,
    z.object({ photoId: PhotoId, userId: UserId, photoAssessmentId: PhotoAssessmentId.nullable() }),
  ),
  PhotoPlacedInProfile: defineEvent(
    'photos',
    'PhotoPlacedInProfile',
    1,
    z.object({ photoId: PhotoId, userId: UserId, wasFirstProfileSet: z.boolean() }),
  ),
  PhotoReturnedToBank: defineEvent(
    'photos',
    'PhotoReturnedToBank',
    1,
    z.object({
      photoId: PhotoId,
      userId: UserId,
      wasInProfile: z.boolean(),
      /** The photo waited for this start and received none. Whether there is one, the photo assessment itself knows. */
      awaitedPhotoAssessmentId: PhotoAssessmentId.optional(),
    }),
  ),
  PhotoDeleted: defineEvent('photos', 'PhotoDeleted', 1, z.object({ photoId: PhotoId, userId: UserId })),
} as const;
