import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

/** Of one round of a profile assessment: who assesses, and for how much, is decided round by round. */
interface RoundOf {
  profileAssessmentId: string;
  /** Of the round; its escrow has this name. */
  assessmentId: string;
  ownerId: string;
}

/** A profile is assessed, for the first time or again: each round has its own assessors and is paid by its own hold. */
export interface ProfileRoundStarted extends RoundOf {
  photoIds: string[];
  holdId: string;
  testLimit: number;
  amountTokens: number;
  commentsSelected: Choice[];
  /** How many comments an assessor leaves at least. */
  commentsRequired: number;
  startedAt: string;
  /** Photos that no assessor sees yet; absent where there are none. */
  unscreenedPhotoIds?: string[];
}

export interface ProfileSlotReserved extends RoundOf {
  /** Renewals keep it. */
  openingId: string;
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds that this assessor may still hold a slot in this round, after this one. */
  holdMsLeft: number;
}

/** Before its time: the assessor has gone on to other people. */
export interface ProfileSlotReleased extends RoundOf {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

export interface ProfileRatingAccepted extends RoundOf {
  submissionId: string;
  /** Of the profile. */
  photoIds: readonly string[];
  assessorId: string;
  comments: Comment[];
  consumedTokens: number;
  rewardTokens: number;
  acceptedAt: string;
}

/** By an assessor whose slot was reserved before the round was held, or the profile reported: paid, and in no numbers. */
export interface UncountedProfileRatingAccepted extends RoundOf {
  submissionId: string;
  assessorId: string;
  comments: Comment[];
  rewardTokens: number;
  acceptedAt: string;
}

/** More assessors, paid by a hold of their own. */
export interface ProfileRoundExtended extends RoundOf {
  holdId: string;
  additionalAssessors: number;
  /** Afterwards. */
  testLimit: number;
  amountTokens: number;
  extendedAt: string;
}

/** Fewer assessors; what they would have cost goes back, once per `refundId`. */
export interface ProfileRoundShrunk extends RoundOf {
  refundId: string;
  removedAssessors: number;
  /** Afterwards. */
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** Other phrases for who opens the profile assessment from now on; who holds a slot goes on as it was promised. */
export interface ProfileCommentsChosen extends RoundOf {
  commentsSelected: Choice[];
  chosenAt: string;
}

export type ProfileEndReason = 'owner' | 'profile-changed' | 'planner-emptied' | 'account-deleted' | 'moderation';

/** Ended before its limit: the rest of the escrow goes back, once. */
export interface ProfileRoundEnded extends RoundOf {
  reason: ProfileEndReason;
  refundTokens: number;
  endedAt: string;
}

/**
 * What happened to a profile assessment, on stream `profile-assessment-<profileAssessmentId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
 */
export type ProfileEvent =
  | { type: 'ProfileRoundStarted'; data: ProfileRoundStarted }
  | { type: 'ProfileSlotReserved'; data: ProfileSlotReserved }
  | { type: 'ProfileSlotReleased'; data: ProfileSlotReleased }
  | { type: 'ProfileRatingAccepted'; data: ProfileRatingAccepted }
  | { type: 'UncountedProfileRatingAccepted'; data: UncountedProfileRatingAccepted }
  /** One of its photos is held: the round pauses, and slots take no place; its tokens stay. */
  | { type: 'ProfileRoundHeld'; data: RoundOf & { photoId: string; heldAt: string } }
  | { type: 'ProfileRoundReleased'; data: RoundOf & { photoId: string; releasedAt: string } }
  | { type: 'ProfilePhotoScreened'; data: RoundOf & { photoId: string; screenedAt: string } }
  /** This assessor is not shown the profile again, in this round and later ones. */
  | { type: 'ProfileAssessorExcused'; data: RoundOf & { assessorId: string; excusedAt: string } }
  | { type: 'ProfileRoundExtended'; data: ProfileRoundExtended }
  | { type: 'ProfileRoundShrunk'; data: ProfileRoundShrunk }
  | { type: 'ProfileCommentsChosen'; data: ProfileCommentsChosen }
  | { type: 'ProfileRoundCompleted'; data: RoundOf & { completedAt: string } }
  | { type: 'ProfileRoundEnded'; data: ProfileRoundEnded }
  /** The owner has taken note of a complete run. */
  | { type: 'ProfileRoundConfirmed'; data: RoundOf & { confirmedAt: string } };

export const profileAssessmentStreamId = (profileAssessmentId: string): string =>
  `profile-assessment-${profileAssessmentId}`;
