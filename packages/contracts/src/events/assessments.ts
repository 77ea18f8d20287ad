import { z } from 'zod';
import { AssessmentId, HoldId, PhotoAssessmentId, PhotoId, SubmissionId, UserId } from '../ids.js';
import { eventsOf, liveEventsOf } from './envelope.js';

const assessedPhoto = {
  assessmentId: AssessmentId,
  photoId: PhotoId,
  photoAssessmentId: PhotoAssessmentId,
  userId: UserId,
};

const SpoiledRating = z.object({ submissionId: SubmissionId, ...assessedPhoto, amountTokens: z.int() });

export const assessmentsEvents = {
  ...eventsOf('assessments', {
    /** The token hold becomes one escrow per assessed photo. The photos are now in section `testing`. */
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
    /** One assessor's submission. Each rating consumes up to 5 tokens of its photo's escrow. */
    RatingsAccepted: z.object({
      submissionId: SubmissionId,
      photoAssessmentId: PhotoAssessmentId,
      userId: UserId,
      assessorId: UserId,
      rewardTokens: z.int(),
      acceptedAt: z.string(),
      /** True for the first submission of a photo assessment, unless it completes that assessment. */
      isFirst: z.boolean().default(false),
      /**
       * Ratings and limit of the running photo with the fewest ratings, if this submission adds one to that photo and the
       * photo assessment continues.
       */
      progress: z.object({ rated: z.int(), limit: z.int() }).optional(),
      ratings: z.array(
        z.object({
          assessmentId: AssessmentId,
          photoId: PhotoId,
          /** False if the owner asked only for comments. Events never contain the score. */
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
    /** The assessment of a photo ended early. The rest of its escrow, `refundTokens`, goes back to the owner once. */
    AssessedPhotoEnded: z.object({
      ...assessedPhoto,
      refundTokens: z.int(),
      /** True if no photo of the photo assessment is being assessed any more. */
      isPhotoAssessmentOver: z.boolean().default(false),
      /** True if a decision of moderation ended the assessment; the owner then has a statement of that decision. */
      isByModeration: z.boolean().default(false),
    }),
    /**
     * The owner starts over. The platform gives back `givenBackTokens` for the ratings so far, which happens at most once
     * per person. The next start costs `restartTokens`, the sum of all returned tokens.
     */
    FirstAssessmentReset: z.object({
      photoAssessmentId: PhotoAssessmentId,
      userId: UserId,
      photoIds: z.array(PhotoId),
      givenBackTokens: z.int().min(0),
      restartTokens: z.int().min(0),
    }),
    /** The owner added assessors. A complete assessment is reopened. The token hold is added to the escrow. */
    AssessedPhotoExtended: z.object({
      ...assessedPhoto,
      holdId: HoldId,
      additionalAssessors: z.int(),
      testLimit: z.int(),
      amountTokens: z.int(),
      isReopened: z.boolean(),
      extendedAt: z.string(),
    }),
    /** The owner removed assessors. `refundTokens` go from the escrow back to the owner, once per `refundId`. */
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
     * An assessor rated a gold pair, or photos that moderation has hidden. These ratings count for no photo and cost the
     * owner nothing, but the assessor earns the reward.
     */
    GoldRatingsAccepted: z.object({
      submissionId: SubmissionId,
      userId: UserId,
      rewardTokens: z.int(),
      acceptedAt: z.string(),
    }),
    /** A rating no longer counts, so the platform pays for one more assessor. A complete assessment is reopened. */
    SpoiledRatingReplaced: SpoiledRating.extend({
      testLimit: z.int(),
      isReopened: z.boolean(),
      replacedAt: z.string(),
    }),
    /** A rating no longer counts, and no other assessor can replace it. The platform refunds its price to the owner. */
    SpoiledRatingRefunded: SpoiledRating.extend({ refundedAt: z.string() }),
  }),
  ...liveEventsOf('assessments', {
    PhotoResultsUpdated: z.object({
      photoId: PhotoId,
      userId: UserId,
      timesRated: z.int(),
      testTimesRated: z.int(),
      testLimit: z.int(),
    }),
  }),
};
