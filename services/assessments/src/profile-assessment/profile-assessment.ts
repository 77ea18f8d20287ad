import type { Choice, Comment } from '../catalogue/catalogue.js';
import type { AssessorNow, SubmitRatings } from '../photo-assessment/photo-assessment.js';

export interface ProfileSlot {
  openingId: string;
  assessorId: string;
  expiresAt: string;
  /** True if a hold or the assessor's own report followed the reservation. A submission is then paid, not counted. */
  isPaused: boolean;
  openedAt: string;
  commentsSelected: readonly Choice[];
}

export interface ProfileSubmission {
  submissionId: string;
  assessorId: string;
  comments: readonly Comment[];
  rewardTokens: number;
  hadSlot: boolean;
  isCounted: boolean;
  commentsSelected: readonly Choice[];
}

export interface Round {
  assessmentId: string;
  status: 'running' | 'completed' | 'ended';
  testLimit: number;
  commentsSelected: readonly Choice[];
  commentsRequired: number;
  assessorIds: readonly string[];
  /** The newest slot of each assessor. An expired slot stays, because only commands know the time. */
  slots: readonly ProfileSlot[];
  /** Total slot time in milliseconds by assessor, including the live slot. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly ProfileSubmission[];
  /** Photos that hide the round from assessors: held and unscreened ones. */
  heldPhotoIds: readonly string[];
  unscreenedPhotoIds: readonly string[];
}

export interface ProfileAssessment {
  status: 'known';
  profileAssessmentId: string;
  ownerId: string;
  photoIds: readonly string[];
  hasConfirmed: boolean;
  round: Round;
  /** Ids of all holds and rounds so far; none may be used again. */
  usedHoldIds: readonly string[];
  usedAssessmentIds: readonly string[];
  /** Assessors who do not see the profile again. */
  excusedIds: readonly string[];
}

export type ProfileState = { status: 'unknown' } | ProfileAssessment;

export const initialState = (): ProfileState => ({ status: 'unknown' });

/** Each round of a profile assessment has its own assessors, price and escrow, which `assessmentId` identifies. */
interface RoundOf {
  profileAssessmentId: string;
  assessmentId: string;
  ownerId: string;
}

export interface ProfileRoundStarted extends RoundOf {
  photoIds: string[];
  holdId: string;
  testLimit: number;
  amountTokens: number;
  commentsSelected: Choice[];
  commentsRequired: number;
  startedAt: string;
  /** Photos that await screening; absent if there are none. */
  unscreenedPhotoIds?: string[];
}

export interface ProfileSlotReserved extends RoundOf {
  openingId: string;
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds of slot time that this assessor has left in this round after this slot. */
  holdMsLeft: number;
}

/** The slot ends before it expires, because the assessor opened other people or blocked this person. */
interface ProfileSlotReleased extends RoundOf {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

export interface ProfileRatingAccepted extends RoundOf {
  submissionId: string;
  photoIds: readonly string[];
  assessorId: string;
  comments: Comment[];
  consumedTokens: number;
  rewardTokens: number;
  acceptedAt: string;
}

/** A submission that is paid, not counted, because of a hold or of the assessor's report after the reservation. */
export type UncountedProfileRatingAccepted = Omit<ProfileRatingAccepted, 'photoIds' | 'consumedTokens'>;

/** Adds assessors; a separate hold pays for them. */
interface ProfileRoundExtended extends RoundOf {
  holdId: string;
  additionalAssessors: number;
  testLimit: number;
  amountTokens: number;
  extendedAt: string;
}

/** Removes assessors and refunds their price, once per `refundId`. */
interface ProfileRoundShrunk extends RoundOf {
  refundId: string;
  removedAssessors: number;
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** New phrases for assessors. A live slot keeps its old phrases until it is renewed. */
interface ProfileCommentsChosen extends RoundOf {
  commentsSelected: Choice[];
  chosenAt: string;
}

export type ProfileEndReason = 'owner' | 'profile-changed' | 'planner-emptied' | 'account-deleted' | 'moderation';

/** The round ends before it reaches its limit, and the escrow refunds the unused tokens. */
interface ProfileRoundEnded extends RoundOf {
  reason: ProfileEndReason;
  refundTokens: number;
  endedAt: string;
}

/**
 * Events on stream `profile-assessment-<profileAssessmentId>`. Dates are ISO 8601 in UTC, in the format of
 * `Date.prototype.toISOString`, and can be compared as text.
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
  | { type: 'ProfileRoundConfirmed'; data: RoundOf & { confirmedAt: string } };

export const profileAssessmentStreamId = (profileAssessmentId: string): string =>
  `profile-assessment-${profileAssessmentId}`;

/** `assessmentId` identifies a new round. `holdId` identifies the hold that pays. Each id is used at most once. */
export interface RoundCommand {
  ownerId: string;
  assessmentId: string;
  holdId: string;
  assessors: number;
  /** If absent, the phrases stay unchanged; in the first round, all are selected. */
  commentsSelected: readonly Choice[] | undefined;
  /** Photos of the owner that await screening; assessors do not see them yet. */
  unscreenedPhotoIds?: readonly string[];
  at: string;
}

export interface StartProfileAssessment extends RoundCommand {
  type: 'StartProfileAssessment';
  profileAssessmentId: string;
  photoIds: string[];
}

/**
 * Sets the total number of assessors and the phrases of the running round. If no round runs, starts a new one with the
 * same photos under `assessmentId`. `refundId` identifies the refund for fewer assessors and is used at most once.
 */
export interface ChangeProfileAssessment extends RoundCommand {
  type: 'ChangeProfileAssessment';
  photoIds: string[] | undefined;
  refundId: string;
}

export interface ReserveProfileSlot extends AssessorNow {
  type: 'ReserveProfileSlot';
  openingId: string;
  holdMsMax: number;
}

export interface SubmitProfileRating
  extends AssessorNow,
    Pick<SubmitRatings, 'submissionId' | 'ownerId' | 'isVisible' | 'minLookMs'> {
  type: 'SubmitProfileRating';
  comments: unknown[];
}

/** Commands from a moderator, the screening or an assessor's report. A photo outside the profile changes nothing. */
export type ModerateProfile =
  | { type: 'HoldProfilePhoto' | 'ReleaseProfilePhoto' | 'RecordProfilePhotoScreened'; photoId: string; at: string }
  | { type: 'ExcuseProfileAssessor'; assessorId: string; at: string };

/** `at` is the time of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type ProfileCommand =
  | StartProfileAssessment
  | ChangeProfileAssessment
  | ReserveProfileSlot
  | { type: 'ReleaseProfileSlot'; openingId: string; assessorId: string; at: string }
  | SubmitProfileRating
  | ModerateProfile
  | { type: 'EndProfileAssessment'; ownerId: string; reason: ProfileEndReason; at: string };

/** The assessor's live slot. At `expiresAt` itself, a slot is no longer live. */
export const liveSlotOf = ({ slots }: Round, assessorId: string, at: string): ProfileSlot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

export const liveSlots = ({ slots }: Round, at: string): ProfileSlot[] =>
  slots.filter((slot) => slot.expiresAt > at && !slot.isPaused);

/** True if assessors may see the profile: its round runs, and none of its photos is held or awaits screening. */
const isShown = ({ status, heldPhotoIds, unscreenedPhotoIds }: Round): boolean =>
  status === 'running' && heldPhotoIds.length === 0 && unscreenedPhotoIds.length === 0;

export const hasRated = ({ submissions }: Round, assessorId: string): boolean =>
  submissions.some((submission) => submission.assessorId === assessorId);

export const isKeptFrom = (
  { excusedIds, photoIds }: ProfileAssessment,
  assessorId: string,
  hiddenPhotoIds: readonly string[],
): boolean => excusedIds.includes(assessorId) || photoIds.some((photoId) => hiddenPhotoIds.includes(photoId));

/** True if the round has capacity for this assessor's submission. Live slots of other assessors use capacity. */
export function hasFreeSlot(round: Round, assessorId: string, at: string): boolean {
  if (!isShown(round)) return false;
  const others = liveSlots(round, at).filter((slot) => slot.assessorId !== assessorId);
  return round.assessorIds.length + others.length < round.testLimit;
}

export const roundOf = ({ profileAssessmentId, ownerId, round: { assessmentId } }: ProfileAssessment): RoundOf => ({
  profileAssessmentId,
  assessmentId,
  ownerId,
});

export const completionOf = (profileAssessment: ProfileAssessment, completedAt: string): ProfileEvent => ({
  type: 'ProfileRoundCompleted',
  data: { ...roundOf(profileAssessment), completedAt },
});
