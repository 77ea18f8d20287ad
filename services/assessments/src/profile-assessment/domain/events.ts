import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

/** Identity of one round of a profile assessment. Each round has its own assessors and its own price. */
interface RoundOf {
  profileAssessmentId: string;
  /** Assessment id of the round, which also identifies its escrow. */
  assessmentId: string;
  ownerId: string;
}

/** The first round or another one starts; its own hold pays for it. */
export interface ProfileRoundStarted extends RoundOf {
  photoIds: string[];
  holdId: string;
  testLimit: number;
  amountTokens: number;
  commentsSelected: Choice[];
  /** Minimum number of comments per assessor. */
  commentsRequired: number;
  startedAt: string;
  /** Photos that await screening; absent if there are none. */
  unscreenedPhotoIds?: string[];
}

export interface ProfileSlotReserved extends RoundOf {
  /** Id of the opening, which renewals keep. */
  openingId: string;
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds that this assessor may still hold a slot in this round, after this one. */
  holdMsLeft: number;
}

/** The slot ends before it expires, because the assessor opened other people or blocked this one. */
export interface ProfileSlotReleased extends RoundOf {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

export interface ProfileRatingAccepted extends RoundOf {
  submissionId: string;
  /** Photos of the profile. */
  photoIds: readonly string[];
  assessorId: string;
  comments: Comment[];
  consumedTokens: number;
  rewardTokens: number;
  acceptedAt: string;
}

/**
 * A submission by an assessor whose slot is older than a hold of the round or the assessor's report. It is paid and not
 * counted.
 */
export interface UncountedProfileRatingAccepted extends RoundOf {
  submissionId: string;
  assessorId: string;
  comments: Comment[];
  rewardTokens: number;
  acceptedAt: string;
}

/** Adds assessors, paid by their own hold. */
export interface ProfileRoundExtended extends RoundOf {
  holdId: string;
  additionalAssessors: number;
  /** Limit after the change. */
  testLimit: number;
  amountTokens: number;
  extendedAt: string;
}

/** Removes assessors and refunds their price, once per `refundId`. */
export interface ProfileRoundShrunk extends RoundOf {
  refundId: string;
  removedAssessors: number;
  /** Limit after the change. */
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** New phrases for assessors. A live slot keeps its old phrases until it is renewed. */
export interface ProfileCommentsChosen extends RoundOf {
  commentsSelected: Choice[];
  chosenAt: string;
}

export type ProfileEndReason = 'owner' | 'profile-changed' | 'planner-emptied' | 'account-deleted' | 'moderation';

/** The round ends before its limit, and the escrow returns the rest once. */
export interface ProfileRoundEnded extends RoundOf {
  reason: ProfileEndReason;
  refundTokens: number;
  endedAt: string;
}

/**
 * Events of one profile assessment, on stream `profile-assessment-<profileAssessmentId>`. Dates are ISO 8601 in UTC, in
 * the format of `Date.prototype.toISOString`, and compare as text.
 */
export type ProfileEvent =
  | { type: 'ProfileRoundStarted'; data: ProfileRoundStarted }
  | { type: 'ProfileSlotReserved'; data: ProfileSlotReserved }
  | { type: 'ProfileSlotReleased'; data: ProfileSlotReleased }
  | { type: 'ProfileRatingAccepted'; data: ProfileRatingAccepted }
  | { type: 'UncountedProfileRatingAccepted'; data: UncountedProfileRatingAccepted }
  /** One of its photos is held: the round pauses, and its slots reserve no capacity. Its tokens stay in escrow. */
  | { type: 'ProfileRoundHeld'; data: RoundOf & { photoId: string; heldAt: string } }
  | { type: 'ProfileRoundReleased'; data: RoundOf & { photoId: string; releasedAt: string } }
  | { type: 'ProfilePhotoScreened'; data: RoundOf & { photoId: string; screenedAt: string } }
  /** This assessor does not see the profile again, in this round or in later ones. */
  | { type: 'ProfileAssessorExcused'; data: RoundOf & { assessorId: string; excusedAt: string } }
  | { type: 'ProfileRoundExtended'; data: ProfileRoundExtended }
  | { type: 'ProfileRoundShrunk'; data: ProfileRoundShrunk }
  | { type: 'ProfileCommentsChosen'; data: ProfileCommentsChosen }
  | { type: 'ProfileRoundCompleted'; data: RoundOf & { completedAt: string } }
  | { type: 'ProfileRoundEnded'; data: ProfileRoundEnded }
  /** The owner confirms a completed round. */
  | { type: 'ProfileRoundConfirmed'; data: RoundOf & { confirmedAt: string } };

export const profileAssessmentStreamId = (profileAssessmentId: string): string =>
  `profile-assessment-${profileAssessmentId}`;
