import { z } from 'zod';
import { GroupId, PhotoId, SubmissionId, UserId } from '../ids.js';
import { CommentChoice, CommentTriple, ScoreRange } from '../photo.js';
import { person } from './access.js';
import { askedPage, ConfidenceLevel } from './assessments.js';
import { defineRpc } from './rpc.js';

/** Photos that stand together in a planner, and the state of their newest run. */
export const EvaluationGroup = z.object({
  groupId: GroupId,
  userId: UserId,
  /** Without the deleted ones. */
  photoIds: z.array(PhotoId),
  testLimit: z.int(),
  /** What the newest run was started with, before it took more or fewer. */
  originalNumber: z.int(),
  testTimesRated: z.int(),
  /** Of all runs, the telling ones first. */
  comments: z.array(CommentTriple),
  commentsSelected: z.array(CommentChoice),
  commentsRequired: z.int(),
  hasConfirmed: z.boolean(),
  limitReached: z.boolean(),
  running: z.boolean(),
  currentTestStartedAt: z.string(),
  createdAt: z.string(),
});
export type EvaluationGroup = z.infer<typeof EvaluationGroup>;

export const OpenGroup = z.object({
  userId: UserId,
  groupId: GroupId,
  photoIds: z.array(PhotoId),
  commentsRequired: z.int(),
});
export type OpenGroup = z.infer<typeof OpenGroup>;

/** `score` is the mean of the evaluator's sliders, null without one. */
export const GeneralRating = z.object({
  groupId: GroupId,
  score: z.number().nullable(),
  ratedAt: z.string(),
  createdAt: z.string(),
  comments: z.array(CommentTriple),
});
export type GeneralRating = z.infer<typeof GeneralRating>;

export const ExportedGroup = EvaluationGroup.pick({
  groupId: true,
  photoIds: true,
  testLimit: true,
  testTimesRated: true,
  commentsSelected: true,
  currentTestStartedAt: true,
  createdAt: true,
});
export type ExportedGroup = z.infer<typeof ExportedGroup>;

/** As its owner or who left it may have it: never who the other one is. */
export const ExportedGeneralRating = GeneralRating.pick({ groupId: true, ratedAt: true, comments: true });
export type ExportedGeneralRating = z.infer<typeof ExportedGeneralRating>;

const exportPage = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500) };
const evaluators = { evaluatorsCount: z.number(), commentsSelected: z.array(CommentChoice).max(200).optional() };
const ofOwner = z.object({ userId: UserId, groupId: GroupId });

/** Profile assessments; answered by the assessments service. */
export const evaluationGroupsRpc = {
  /**
   * Checks photos (all in the caller's planner) and settings, holds the tokens and starts. One profile assessment runs at a
   * time (CONFLICT). `remainingTokens` is what may be spent afterwards.
   */
  requestGroup: defineRpc(
    'assessments.requestGroup',
    person,
    z.object({ userId: UserId, photoIds: z.array(PhotoId).min(1).max(50), ...evaluators }),
    z.object({ groupId: GroupId, remainingTokens: z.int() }),
  ),
  /**
   * More or fewer evaluators and other phrases while a run goes on, CONFLICT below what is there and promised; a new run once
   * it is over. What comes back for fewer is booked under `refundId`; `remainingTokens` is null where nothing was held.
   */
  changeGroup: defineRpc(
    'assessments.changeGroup',
    person,
    ofOwner.extend({ photoIds: z.array(PhotoId).min(1).max(50).optional(), ...evaluators }),
    z.object({ refundId: z.uuid().nullable(), remainingTokens: z.int().nullable() }),
  ),
  /** Ends what runs, with a refund booked under `refundId`, or confirms what is complete; again, it is nothing. */
  endGroup: defineRpc(
    'assessments.endGroup',
    person,
    ofOwner,
    z.object({ refundedTokens: z.int(), refundId: z.uuid().nullable() }),
  ),
  /** Profiles that the assessor may evaluate now, least served first. */
  listOpenGroups: defineRpc(
    'assessments.listOpenGroups',
    person,
    z.object({ assessorId: UserId }),
    z.object({ entries: z.array(OpenGroup) }),
  ),
  /**
   * The group as its owner or an assessor opens it; for an assessor a slot is reserved for 15 minutes, or renewed; null for the
   * owner. NOT_FOUND for everything else, FORBIDDEN for who is neither, RATE_LIMITED after too many openings within an hour.
   */
  openGroup: defineRpc(
    'assessments.openGroup',
    person,
    z.object({ userId: UserId, groupId: GroupId }),
    z.object({
      group: EvaluationGroup,
      benchmarkPhotoIds: z.array(PhotoId),
      slot: z.object({ openingId: z.uuid(), expiresAt: z.string(), msLeft: z.int() }).nullable(),
    }),
  ),
  /** Newest first. */
  listOwnGroups: defineRpc(
    'assessments.listOwnGroups',
    person,
    z.object({ userId: UserId }),
    z.object({ groups: z.array(EvaluationGroup) }),
  ),
  submitGeneralRating: defineRpc(
    'assessments.submitGeneralRating',
    person,
    z.object({ raterId: UserId, ownerId: UserId, groupId: GroupId, comments: z.array(z.unknown()).max(100) }),
    z.object({
      submissionId: SubmissionId,
      tokensEarned: z.int(),
      isRewarded: z.boolean(),
      eventIds: z.array(z.string()),
    }),
  ),
  /** Newest first. */
  getGeneralRatings: defineRpc(
    'assessments.getGeneralRatings',
    person,
    z.object({ userId: UserId, ...askedPage }),
    z.object({ ratings: z.array(GeneralRating), nextCursor: z.string().nullable() }),
  ),
  /** The oldest first. */
  exportGroups: defineRpc(
    'assessments.exportGroups',
    person,
    z.object({ userId: UserId, ...exportPage }),
    z.object({ groups: z.array(ExportedGroup), nextCursor: z.string().nullable() }),
  ),
  /** Left on the user's profiles, or by the user; the oldest first. */
  exportGeneralRatings: defineRpc(
    'assessments.exportGeneralRatings',
    person,
    z.object({ userId: UserId, side: z.enum(['received', 'given']), ...exportPage }),
    z.object({ ratings: z.array(ExportedGeneralRating), nextCursor: z.string().nullable() }),
  ),
  getProfileConfidenceRange: defineRpc(
    'assessments.getProfileConfidenceRange',
    person,
    ofOwner,
    z.object({ confidenceRange: ScoreRange, level: ConfidenceLevel }),
  ),
} as const;
