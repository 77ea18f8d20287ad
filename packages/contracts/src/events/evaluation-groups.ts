import { z } from 'zod';
import { AssessmentId, GroupId, HoldId, PhotoId, SubmissionId, UserId } from '../ids.js';
import { CommentTriple } from '../photo.js';
import { defineEvent } from './envelope.js';

/** `assessmentId` is the run's: its escrow has this name, as a photo's assessment has. */
const run = { groupId: GroupId, assessmentId: AssessmentId, userId: UserId };

/** Profile assessments, told by the assessments service. */
export const evaluationGroupsEvents = {
  /** The hold becomes the run's escrow. */
  GroupStarted: defineEvent(
    'assessments',
    'GroupStarted',
    1,
    z.object({ ...run, holdId: HoldId, testLimit: z.int(), amountTokens: z.int(), startedAt: z.string() }),
  ),
  /** One evaluation: `consumedTokens` of the run's escrow are consumed; the rater earns `rewardTokens`. */
  GeneralRatingAccepted: defineEvent(
    'assessments',
    'GeneralRatingAccepted',
    1,
    z.object({
      ...run,
      submissionId: SubmissionId,
      /** Of the profile; the evaluation goes with the last of them. Empty from versions that did not say. */
      photoIds: z.array(PhotoId).default([]),
      raterId: UserId,
      comments: z.array(CommentTriple),
      consumedTokens: z.int(),
      rewardTokens: z.int(),
      acceptedAt: z.string(),
    }),
  ),
  /** More evaluators; the hold goes into the run's escrow. */
  GroupExtended: defineEvent(
    'assessments',
    'GroupExtended',
    1,
    z.object({
      ...run,
      holdId: HoldId,
      additionalAssessors: z.int(),
      testLimit: z.int(),
      amountTokens: z.int(),
      extendedAt: z.string(),
    }),
  ),
  /** Fewer evaluators: `refundTokens` of the run's escrow go back, once per `refundId`. */
  GroupShrunk: defineEvent(
    'assessments',
    'GroupShrunk',
    1,
    z.object({
      ...run,
      refundId: z.uuid(),
      removedAssessors: z.int(),
      testLimit: z.int(),
      refundTokens: z.int(),
      shrunkAt: z.string(),
    }),
  ),
  /** The run has all its evaluations. */
  GroupCompleted: defineEvent('assessments', 'GroupCompleted', 1, z.object({ ...run, completedAt: z.string() })),
  /** Ended before its limit: `refundTokens` = (testLimit − testTimesRated) × 5 go back, once. */
  GroupEnded: defineEvent(
    'assessments',
    'GroupEnded',
    1,
    z.object({ ...run, refundTokens: z.int(), endedAt: z.string() }),
  ),
} as const;
