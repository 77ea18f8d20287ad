import { z } from 'zod';
import { AssessmentId, HoldId, PhotoAssessmentId, PhotoId, SubmissionId, UserId } from '../ids.js';
import { eventsOf } from './envelope.js';

const assessedPhoto = {
  assessmentId: AssessmentId,
  photoId: PhotoId,
  photoAssessmentId: PhotoAssessmentId,
  userId: UserId,
};

const SpoiledRating = z.object({ submissionId: SubmissionId, ...assessedPhoto, amountTokens: z.int() });

export const assessmentsEvents = eventsOf('assessments', {
  /** The hold becomes one escrow per assessment; the photos stand in `testing`. */
  PhotoAssessmentStarted: z.object({
    photoAssessmentId: PhotoAssessmentId,
    userId: UserId,
    isFirstAssessment: z.boolean(),
    holdId: HoldId,
    startedAt: z.string(),
    assessments: z.array(
      z.object({ assessmentId: AssessmentId, photoId: PhotoId, testLimit: z.int(), amountTokens: z.int() }),
    ),
  }),
  /** One assessor's whole submission. Per rating 5 tokens of the assessment's escrow are consumed, as far as it has them; the assessor earns `rewardTokens`. */
  RatingsAccepted: z.object({
    submissionId: SubmissionId,
    photoAssessmentId: PhotoAssessmentId,
    userId: UserId,
    assessorId: UserId,
    rewardTokens: z.int(),
    acceptedAt: z.string(),
    /** The first submission of a photo assessment that goes on after it. */
    isFirst: z.boolean().default(false),
    ratings: z.array(
      z.object({
        assessmentId: AssessmentId,
        photoId: PhotoId,
        /** False if the owner asked for no rating. Events never contain the rating itself. */
        isRated: z.boolean(),
        consumedTokens: z.int(),
      }),
    ),
  }),
  PhotoAssessmentCompleted: z.object({
    photoAssessmentId: PhotoAssessmentId,
    userId: UserId,
    photoIds: z.array(PhotoId),
    isFirstAssessment: z.boolean(),
    completedAt: z.string(),
  }),
  /** Ended before its limit: `refundTokens`, all that its escrow has, go back, once. */
  AssessedPhotoEnded: z.object({
    ...assessedPhoto,
    refundTokens: z.int(),
    /** None of its photos is being assessed any more. */
    isPhotoAssessmentOver: z.boolean().default(false),
    /** True if moderation decided it; the owner then has a statement of that decision. */
    isByModeration: z.boolean().default(false),
  }),
  /**
   * The owner starts over. The platform gives back `givenBackTokens` for ratings, above 0 at most once per person. The
   * next start costs `restartTokens`: what came back in all.
   */
  FirstAssessmentReset: z.object({
    photoAssessmentId: PhotoAssessmentId,
    userId: UserId,
    photoIds: z.array(PhotoId),
    givenBackTokens: z.int().min(0),
    restartTokens: z.int().min(0),
  }),
  /** More assessors; a complete assessment runs again. The hold goes into the assessment's escrow. */
  AssessedPhotoExtended: z.object({
    ...assessedPhoto,
    holdId: HoldId,
    additionalAssessors: z.int(),
    testLimit: z.int(),
    amountTokens: z.int(),
    isReopened: z.boolean(),
    extendedAt: z.string(),
  }),
  /** Fewer assessors: `refundTokens` of the assessment's escrow go back, once per `refundId`. */
  AssessedPhotoShrunk: z.object({
    ...assessedPhoto,
    refundId: z.uuid(),
    removedAssessors: z.int(),
    testLimit: z.int(),
    refundTokens: z.int(),
    shrunkAt: z.string(),
  }),
  RequirementsChanged: z.object({
    ...assessedPhoto,
    ratingRequired: z.boolean(),
    commentsRequired: z.boolean(),
    minComments: z.int(),
    changedAt: z.string(),
  }),
  /**
   * For a gold pair, or for photos that were held meanwhile: counts for no photo and costs no owner; the assessor
   * earns.
   */
  GoldRatingsAccepted: z.object({
    submissionId: SubmissionId,
    userId: UserId,
    rewardTokens: z.int(),
    acceptedAt: z.string(),
  }),
  /** A rating counts no more: the assessment takes one assessor more, paid by the platform; a complete one runs again. */
  SpoiledRatingReplaced: SpoiledRating.extend({ testLimit: z.int(), isReopened: z.boolean(), replacedAt: z.string() }),
  /** A rating counts no more and no other assessor can take its place: the platform gives its price back to the owner. */
  SpoiledRatingRefunded: SpoiledRating.extend({ refundedAt: z.string() }),
  PhotoResultsUpdated: z.object({
    photoId: PhotoId,
    userId: UserId,
    timesRated: z.int(),
    testTimesRated: z.int(),
    testLimit: z.int(),
  }),
});
