import { z } from 'zod';
import { AssessmentId, HoldId, PhotoId, ProfileAssessmentId, SubmissionId, UserId } from '../ids.js';
import { CommentTriple } from '../photo.js';
import { eventsOf } from './envelope.js';

/** `assessmentId` is the id of the round and of its escrow. */
const round = { profileAssessmentId: ProfileAssessmentId, assessmentId: AssessmentId, userId: UserId };

export const profileAssessmentsEvents = eventsOf('assessments', {
  /** The token hold becomes the round's escrow. */
  ProfileRoundStarted: z.object({
    ...round,
    holdId: HoldId,
    testLimit: z.int(),
    amountTokens: z.int(),
    startedAt: z.string(),
  }),
  /** One submission. It consumes `consumedTokens` of the round's escrow. */
  ProfileRatingAccepted: z.object({
    ...round,
    submissionId: SubmissionId,
    /** Photos of the profile. If all are deleted, the submission is removed. Empty in events of older versions. */
    photoIds: z.array(PhotoId).default([]),
    assessorId: UserId,
    comments: z.array(CommentTriple),
    consumedTokens: z.int(),
    rewardTokens: z.int(),
    acceptedAt: z.string(),
  }),
  /** The owner added assessors. The token hold is added to the round's escrow. */
  ProfileRoundExtended: z.object({
    ...round,
    holdId: HoldId,
    additionalAssessors: z.int(),
    testLimit: z.int(),
    amountTokens: z.int(),
    extendedAt: z.string(),
  }),
  /** The owner removed assessors. `refundTokens` go from the escrow back to the owner, once per `refundId`. */
  ProfileRoundShrunk: z.object({
    ...round,
    refundId: z.uuid(),
    removedAssessors: z.int(),
    testLimit: z.int(),
    refundTokens: z.int(),
    shrunkAt: z.string(),
  }),
  ProfileRoundCompleted: z.object({ ...round, completedAt: z.string() }),
  /** Pays back `refundTokens` = (testLimit − testTimesRated) × 5 once. If `isByModeration`, a statement says why. */
  ProfileRoundEnded: z.object({
    ...round,
    refundTokens: z.int(),
    endedAt: z.string(),
    isByModeration: z.boolean().default(false),
  }),
});
