import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

/** Of one run of a group: who evaluates, and for how much, is decided run by run. */
interface RunOf {
  groupId: string;
  /** Of the run; its escrow has this name. */
  assessmentId: string;
  ownerId: string;
}

/** A profile is evaluated, for the first time or again: each run has its own evaluators and is paid by its own hold. */
export interface GroupStarted extends RunOf {
  photoIds: string[];
  holdId: string;
  testLimit: number;
  amountTokens: number;
  commentsSelected: Choice[];
  /** How many comments an evaluator leaves at least. */
  commentsRequired: number;
  startedAt: string;
}

export interface GroupSlotReserved extends RunOf {
  /** Renewals keep it. */
  openingId: string;
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds that slots may still hold a place for this assessor in this run, after this one. */
  holdMsLeft: number;
}

/** Before its time: the assessor has gone on to other people. */
export interface GroupSlotReleased extends RunOf {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

export interface GeneralRatingAccepted extends RunOf {
  submissionId: string;
  /** Of the profile. */
  photoIds: readonly string[];
  raterId: string;
  comments: Comment[];
  consumedTokens: number;
  rewardTokens: number;
  acceptedAt: string;
}

/** More evaluators, paid by a hold of their own. */
export interface GroupExtended extends RunOf {
  holdId: string;
  additionalAssessors: number;
  /** Afterwards. */
  testLimit: number;
  amountTokens: number;
  extendedAt: string;
}

/** Fewer evaluators; what they would have cost goes back, once per `refundId`. */
export interface GroupShrunk extends RunOf {
  refundId: string;
  removedAssessors: number;
  /** Afterwards. */
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** Other phrases for who opens the group from now on; who holds a slot goes on as it was promised. */
export interface GroupCommentsChosen extends RunOf {
  commentsSelected: Choice[];
  chosenAt: string;
}

export type GroupEndReason = 'owner' | 'profile-changed' | 'planner-emptied' | 'account-deleted';

/** Ended before its limit: the rest of the escrow goes back, once. */
export interface GroupEnded extends RunOf {
  reason: GroupEndReason;
  refundTokens: number;
  endedAt: string;
}

/**
 * What happened to a profile under evaluation, on stream `group-<groupId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
 */
export type GroupEvent =
  | { type: 'GroupStarted'; data: GroupStarted }
  | { type: 'GroupSlotReserved'; data: GroupSlotReserved }
  | { type: 'GroupSlotReleased'; data: GroupSlotReleased }
  | { type: 'GeneralRatingAccepted'; data: GeneralRatingAccepted }
  | { type: 'GroupExtended'; data: GroupExtended }
  | { type: 'GroupShrunk'; data: GroupShrunk }
  | { type: 'GroupCommentsChosen'; data: GroupCommentsChosen }
  | { type: 'GroupCompleted'; data: RunOf & { completedAt: string } }
  | { type: 'GroupEnded'; data: GroupEnded }
  /** The owner has taken note of a complete run. */
  | { type: 'GroupConfirmed'; data: RunOf & { confirmedAt: string } };

export const groupStreamId = (groupId: string): string => `group-${groupId}`;
