import { z } from 'zod';
import { PhotoId, TestId, UserId } from '../ids.js';
import { defineEvent } from './envelope.js';

export const photosEvents = {
  PhotoUploaded: defineEvent(
    'photos',
    'PhotoUploaded',
    1,
    z.object({ photoId: PhotoId, userId: UserId, testId: TestId.nullable() }),
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
      /** It waited for this test's start, and nobody had told of one: whether there is one, the test itself knows. */
      awaitedTestId: TestId.optional(),
    }),
  ),
  PhotoDeleted: defineEvent('photos', 'PhotoDeleted', 1, z.object({ photoId: PhotoId, userId: UserId })),
} as const;
