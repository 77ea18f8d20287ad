import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { PhotoAssessmentId, PhotoId, SubmissionId, UserId } from '../ids.js';
import { CommentChoices } from '../photo.js';
import { LookingFor } from '../users.js';
import { anonymous, person } from './access.js';
import { message, messagesOf } from './rpc.js';

export const AskedPhoto = z.object({
  photoId: PhotoId,
  photoAssessmentId: PhotoAssessmentId,
  testLimit: z.int(),
  testTimesRated: z.int(),
  commentsSelected: CommentChoices,
  minComments: z.int(),
  ratingRequired: z.boolean(),
  commentsNegative: z.boolean(),
});
export type AskedPhoto = z.infer<typeof AskedPhoto>;

export const FeedEntry = z.object({
  userId: UserId,
  /** The owner's photo assessment that comes first in the order of the feed. */
  photoAssessmentId: PhotoAssessmentId,
  photos: z.array(AskedPhoto),
});

/** A rating of 10.5 means an untouched slider. It is valid only if no rating is required. */
export const SubmittedRating = z.object({
  photoId: PhotoId,
  rating: z.number().nullish(),
  comments: z.array(z.unknown()).optional(),
});

/** `availableTokens` is read after a bounded wait for the reward's booking. `payableTokens` are paid on a later day. */
export const BalanceAfterReward = z.object({ availableTokens: z.int(), payableTokens: z.int() });
export type BalanceAfterReward = z.infer<typeof BalanceAfterReward>;

export const assessingRpc = messagesOf('assessments', {
  /** Lists each owner whose photos the assessor may rate now, least rated first. `after`: the last `nextCursor`. */
  listFeed: message(
    person('assessorId'),
    z.object({ assessorId: UserId, after: z.string().max(200).optional() }),
    z.object({ entries: z.array(FeedEntry), nextCursor: z.string().nullable(), notice: z.string().nullable() }),
  ),
  /**
   * Reserves or renews a slot on up to six of the owner's photos for 15 minutes. Opening a third owner's photos
   * releases the slot with the first owner. Fails with RATE_LIMITED after too many openings within an hour.
   */
  openPhotos: message(
    person('assessorId'),
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({
      openingId: z.uuid(),
      slotExpiresAt: z.string(),
      slotMsLeft: z.int(),
      /** `storedPhotoId` is the photo's id in the photos service. The assessor never learns it. */
      photos: z.array(AskedPhoto.extend({ storedPhotoId: PhotoId })),
      benchmarkPhotoIds: z.array(PhotoId),
    }),
  ),
  /** Returns the account id of the owner behind the feed's `ownerId`. Fails with NOT_FOUND without a slot. */
  getOpenPerson: message(
    person('assessorId'),
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({ accountId: UserId, lookingFor: LookingFor.nullable() }),
  ),
  /** Returns the stored photo behind the `photoId` of an opening. Fails with NOT_FOUND after the slot ends. */
  getOpenPicture: message(
    anonymous,
    z.object({ openingId: z.uuid(), photoId: PhotoId }),
    z.object({ storedPhotoId: PhotoId, msLeft: z.int() }),
  ),
  submitRatings: message(
    person('assessorId'),
    z.object({ assessorId: UserId, ownerId: UserId, ratings: z.array(SubmittedRating).min(1).max(9) }),
    z.object({
      submissionId: SubmissionId,
      tokensEarned: z.int(),
      isRewarded: z.boolean(),
      ...BalanceAfterReward.shape,
      eventIds: z.array(z.string()),
    }),
  ),
  getCatalogue: message(anonymous, z.object({}), z.object({ data: Catalogue })),
  getGeneralCatalogue: message(anonymous, z.object({}), z.object({ data: Catalogue })),
});
