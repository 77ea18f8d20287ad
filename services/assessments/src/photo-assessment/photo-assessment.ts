import { type AssessmentSettings, PRODUCT } from '@candid/contracts';
import type {
  AbandonReason,
  AcceptedRating,
  GivenContent,
  GoldAssessmentStarted,
  PhotoAssessmentEvent,
  PlannedAssessment,
  StartOpened,
} from './events.js';

export interface Assessment extends PlannedAssessment {
  testLimit: number;
  settings: AssessmentSettings;
  /** The phrases last requested, to restore them when comments are switched on again. */
  commentChoices: Pick<AssessmentSettings, 'commentsSelected' | 'minComments'>;
  assessorIds: readonly string[];
  /** Tokens in escrow for the ratings to come. */
  unusedTokens: number;
  status: 'running' | 'completed' | 'ended';
  /** True until a moderator decides; assessors do not see the photo meanwhile. */
  isHeld: boolean;
  isUnscreened: boolean;
  /** Assessors who no longer rate the photo, because they reported it or gave a rating that is not counted. */
  excusedIds: readonly string[];
}

export interface Slot {
  openingId: string;
  assessorId: string;
  assessmentIds: readonly string[];
  /** Assessments that left the slot because of a hold or a report. Their ratings are optional, paid and not counted. */
  pausedIds: readonly string[];
  expiresAt: string;
  /** Time when the assessor first saw all photos of the slot; a renewal without new photos keeps it. */
  openedAt: string;
  /** Settings at the reservation, by assessment id. */
  terms: Terms;
}

export type Terms = Readonly<Record<string, AssessmentSettings>>;

export interface Submission {
  submissionId: string;
  assessorId: string;
  rewardTokens: number;
  /** False without a slot: such a submission counts and earns nothing. */
  hadSlot: boolean;
  ratings: readonly AcceptedRating[];
  uncounted: readonly AcceptedRating[];
  /** Settings that the ratings were validated against, by assessment id. */
  terms: Terms;
}

export interface StartedAssessment {
  status: 'started';
  photoAssessmentId: string;
  ownerId: string;
  isFirstAssessment: boolean;
  assessments: readonly Assessment[];
  /** The newest slot of each assessor. An expired slot stays, because only commands know the time. */
  slots: readonly Slot[];
  /** Total slot time in milliseconds by assessor, including the live slot. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly Submission[];
  /** Holds that paid for extensions; each pays once. */
  usedHoldIds: readonly string[];
  /** Submissions that no longer count and have been replaced or refunded. */
  replacedSubmissionIds: readonly string[];
  /** The better photo of a gold pair; null for every other photo assessment. */
  finePhotoId: string | null;
  isReset: boolean;
  /** True if a reset has refunded the used tokens as well, so that the owner has everything back. */
  isGivenBack: boolean;
}

export type PhotoAssessmentState =
  | { status: 'unknown' }
  | { status: 'opened'; start: StartOpened }
  | { status: 'abandoned'; start: StartOpened }
  | StartedAssessment;

export const initialState = (): PhotoAssessmentState => ({ status: 'unknown' });

/** One photo's part of a submission as received; none of it is validated yet. */
export interface SubmittedRating {
  /** Index of the rating in the whole submission, for error details; absent if the submission is not split. */
  position?: number;
  photoId: string;
  rating?: number | null;
  comments?: unknown[];
}

export interface SubmitRatings extends AssessorNow {
  type: 'SubmitRatings';
  submissionId: string;
  ownerId: string;
  ratings: SubmittedRating[];
  /** The contents of the assessor's earlier submissions, to find a repeated one; without photos that were deleted since. */
  earlier: readonly GivenContent[];
  /** Number of photos opened or submitted together, across all photo assessments of the submission. */
  photosTogether: number;
  /** True if this assessor may see the owner. If false, a live slot still allows the submission. */
  isVisible: boolean;
  minLookMs: number;
}

export interface ReserveSlot extends AssessorNow {
  type: 'ReserveSlot';
  ownerId: string;
  openingId: string;
  photosMax: number;
  /** Photo ids by probability of being the best, highest first; undefined if the assessment does not stop early. */
  likeliestFirst?: readonly string[] | undefined;
  /** Maximum total time, in milliseconds, that one assessor may hold slots in the photo assessment. */
  holdMsMax: number;
}

/** `holdId` pays for more assessors, `refundId` identifies the refund for fewer. Each id is used at most once. */
export interface AdjustAssessment {
  type: 'AdjustAssessment';
  ownerId: string;
  photoId: string;
  difference: number;
  isCommentsChecked?: boolean | undefined;
  isRatingChecked?: boolean | undefined;
  holdId: string;
  refundId: string;
  /** True if the owner has no first profile yet. The first assessment then cannot be changed. */
  isOnboarding: boolean;
  at: string;
}

export interface StartGoldAssessment extends Omit<GoldAssessmentStarted, 'startedAt'> {
  type: 'StartGoldAssessment';
  at: string;
}

export interface ReplaceSpoiled {
  type: 'ReplaceSpoiled';
  submissionId: string;
  /** Photos whose completed assessment may run again, because they are still in the pool for this photo assessment. */
  reopenablePhotoIds: readonly string[];
  at: string;
}

/** Commands from a moderator, the screening or an assessor's report. They ignore photos outside the photo assessment. */
export type ModeratePhoto =
  | { type: 'HoldAssessedPhoto' | 'ReleaseAssessedPhoto' | 'RecordPhotoScreened'; photoId: string; at: string }
  | { type: 'ExcuseAssessor'; assessorId: string; photoId: string; at: string };

/** `at` is the time of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type PhotoAssessmentCommand =
  | {
      type: 'OpenStart';
      photoAssessmentId: string;
      ownerId: string;
      holdId: string;
      isFirstAssessment: boolean;
      /** Highest price in tokens of a first assessment after a reset; null for the full price. */
      restartTokens: number | null;
      settings: AssessmentSettings;
      assessments: PlannedAssessment[];
      at: string;
    }
  | {
      type: 'ConfirmStart';
      ownerId: string;
      heldPhotoIds?: readonly string[];
      unscreenedPhotoIds?: readonly string[];
      audienceFirstUntil?: string | undefined;
      at: string;
    }
  | { type: 'AbandonStart'; ownerId: string; reason: AbandonReason; at: string }
  | ReserveSlot
  | { type: 'ReleaseSlot'; openingId: string; assessorId: string; at: string }
  | SubmitRatings
  | AdjustAssessment
  | ReplaceSpoiled
  | StartGoldAssessment
  | ModeratePhoto
  | {
      type: 'EndAssessment';
      ownerId: string;
      photoId: string;
      isRemoved: boolean;
      /** True if the owner has no first profile yet. Ending one photo of the first assessment then resets all of it. */
      isOnboarding: boolean;
      /** True if a reset also refunds used tokens. An owner receives such a refund at most once. */
      givesBack?: boolean;
      /** If set, the assessment shrinks to its live slots instead of ending; `refundId` identifies the refund. */
      sparingSlots?: { refundId: string } | undefined;
      isByModeration?: boolean | undefined;
      at: string;
    };

/** The assessor's live slot. At `expiresAt` itself, a slot is no longer live. */
export const liveSlotOf = ({ slots }: StartedAssessment, assessorId: string, at: string): Slot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

export const newestSlotOf = ({ slots }: StartedAssessment, assessorId: string): Slot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId);

/** True also for an assessment paused after the reservation: the assessor has seen its photo and is paid for it. */
export const isCoveredBy = ({ assessmentIds, pausedIds }: Slot, assessmentId: string): boolean =>
  assessmentIds.includes(assessmentId) || pausedIds.includes(assessmentId);

export const liveSlotsOn = (
  { slots }: Pick<StartedAssessment, 'slots'>,
  { assessmentId }: Assessment,
  at: string,
): number => slots.filter((slot) => slot.expiresAt > at && slot.assessmentIds.includes(assessmentId)).length;

export const slotsOfOthers = ({ slots }: StartedAssessment, assessorId: string): Slot[] =>
  slots.filter((slot) => slot.assessorId !== assessorId);

export interface AssessorNow {
  assessorId: string;
  /** Photos hidden from this assessor, such as reported ones. */
  hiddenPhotoIds?: readonly string[];
  at: string;
}

/** Returns the assessment with the settings of the assessor's live slot, if any. They decide validity and reward. */
export const onTerms = (
  assessment: Assessment,
  { assessorId, at }: AssessorNow,
  photoAssessment: StartedAssessment,
): Assessment => ({
  ...assessment,
  settings: liveSlotOf(photoAssessment, assessorId, at)?.terms[assessment.assessmentId] ?? assessment.settings,
});

/** Returns true if the newest slot, a rating or a report shows that the assessor has had the photo in a slot. */
export function hasSeen(photoAssessment: StartedAssessment, photoId: string, assessorId: string): boolean {
  const assessment = assessmentOf(photoAssessment, photoId);
  if (!assessment) return false;
  const { assessmentId, assessorIds, excusedIds } = assessment;
  const slot = newestSlotOf(photoAssessment, assessorId);
  return (
    assessorIds.includes(assessorId) ||
    excusedIds.includes(assessorId) ||
    (slot !== undefined && isCoveredBy(slot, assessmentId))
  );
}

/** True if assessors may see the photo: its assessment runs, and it is neither held nor awaiting screening. */
export const isShown = ({ status, isHeld, isUnscreened }: Assessment): boolean =>
  status === 'running' && !isHeld && !isUnscreened;

/** True if the assessor may see the photo, has not rated it, and other live slots leave capacity for a rating. */
export function isRateableBy(
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  { assessorId, hiddenPhotoIds = [], at }: AssessorNow,
): boolean {
  const { photoId, assessorIds, excusedIds, testLimit } = assessment;
  if (!isShown(assessment) || hiddenPhotoIds.includes(photoId)) return false;
  if (assessorIds.includes(assessorId) || excusedIds.includes(assessorId)) return false;
  const slots = slotsOfOthers(photoAssessment, assessorId);
  return assessorIds.length + liveSlotsOn({ slots }, assessment, at) < testLimit;
}

/** Assessments that this assessor may rate now. The feed's queries apply the same rule in SQL. */
export const rateableBy = (photoAssessment: StartedAssessment, assessor: AssessorNow): Assessment[] =>
  photoAssessment.assessments.filter((assessment) => isRateableBy(photoAssessment, assessment, assessor));

export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Minimum length of a slot, and of the time that a renewal adds. Shorter renewals would only lengthen the history. */
export const slotMsMin = 60_000;

interface SlotTimeRequest {
  live: { expiresAt: string } | undefined;
  /** False if settings or photos have changed since the live slot was reserved. Any renewal is then granted. */
  isAsPromised: boolean;
  /** Total slot time of the assessor in this assessment, in milliseconds; `holdMsMax` limits it. */
  heldMs: number | undefined;
  holdMsMax: number;
  at: string;
}

/** Expiry of a slot reserved or renewed at `at`, and the time left. @returns undefined if the slot would be too short */
export function slotTimeOf({ live, isAsPromised, heldMs = 0, holdMsMax, at }: SlotTimeRequest) {
  const from = live?.expiresAt ?? at;
  const msLeft = holdMsMax - heldMs;
  const expiresAt = [later(at, PRODUCT.slotMs), later(from, Math.max(0, msLeft))].sort()[0]!;
  if (expiresAt < later(from, slotMsMin) && (live === undefined || isAsPromised)) return undefined;
  return { expiresAt, holdMsLeft: msLeft - (Date.parse(expiresAt) - Date.parse(from)) };
}

export const assessmentOf = ({ assessments }: StartedAssessment, photoId: string): Assessment | undefined =>
  assessments.find((assessment) => assessment.photoId === photoId);

export const identityOf = (
  { photoAssessmentId, ownerId }: StartedAssessment,
  { assessmentId, photoId }: Assessment,
) => ({ assessmentId, photoId, photoAssessmentId, ownerId });

/** Completes these assessments. If no other assessment is running, also completes the photo assessment. */
export function completionsOf(
  photoAssessment: StartedAssessment,
  full: readonly Assessment[],
  completedAt: string,
): PhotoAssessmentEvent[] {
  const { photoAssessmentId, ownerId, isFirstAssessment } = photoAssessment;
  const fullIds = new Set(full.map(({ assessmentId }) => assessmentId));
  const events: PhotoAssessmentEvent[] = full.map((assessment) => ({
    type: 'AssessedPhotoCompleted',
    data: { ...identityOf(photoAssessment, assessment), completedAt },
  }));
  const isOpen = ({ assessmentId, status }: Assessment) => status === 'running' && !fullIds.has(assessmentId);
  if (full.length === 0 || photoAssessment.assessments.some(isOpen)) return events;
  const photoIds = photoAssessment.assessments.filter(({ status }) => status !== 'ended').map(({ photoId }) => photoId);
  const data = { photoAssessmentId, ownerId, photoIds, isFirstAssessment, completedAt };
  return [...events, { type: 'PhotoAssessmentCompleted', data }];
}
