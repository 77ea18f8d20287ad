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
  /** One submission: `consumedTokens` of the round's escrow are consumed; the assessor earns `rewardTokens`. */
  ProfileRatingAccepted: z.object({
    ...round,
    submissionId: SubmissionId,
    /** Photos of the profile; deleting the last one removes the submission. Empty in events of older versions. */
    photoIds: z.array(PhotoId).default([]),
    assessorId: UserId,
    comments: z.array(CommentTriple),
    consumedTokens: z.int(),
    rewardTokens: z.int(),
    acceptedAt: z.string(),
  }),
  /** The owner added assessors; the token hold goes into the round's escrow. */
  ProfileRoundExtended: z.object({
    ...round,
    holdId: HoldId,
    additionalAssessors: z.int(),
    testLimit: z.int(),
    amountTokens: z.int(),
    extendedAt: z.string(),
  }),
  /** The owner removed assessors. `refundTokens` of the round's escrow go back, once per `refundId`. */
  ProfileRoundShrunk: z.object({
    ...round,
    refundId: z.uuid(),
    removedAssessors: z.int(),
    testLimit: z.int(),
    refundTokens: z.int(),
    shrunkAt: z.string(),
  }),
  ProfileRoundCompleted: z.object({ ...round, completedAt: z.string() }),
  /** `refundTokens` = (testLimit − testTimesRated) × 5 go back, once. `isByModeration`: a statement states why. */
  ProfileRoundEnded: z.object({
    ...round,
    refundTokens: z.int(),
    endedAt: z.string(),
    isByModeration: z.boolean().default(false),
  }),
});
