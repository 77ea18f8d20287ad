import type { AcceptedRating, AssessmentSettings, StartOpened } from './events.js';

export interface Assessment {
  assessmentId: string;
  photoId: string;
  testLimit: number;
  settings: AssessmentSettings;
  /** The comments last requested, to restore them when comments are switched on again. */
  commentChoices: Pick<AssessmentSettings, 'commentsSelected' | 'minComments'>;
  assessorIds: readonly string[];
  /** Tokens in escrow for the ratings to come. */
  unusedTokens: number;
  status: 'running' | 'completed' | 'ended';
  /** True until a moderator decides; assessors do not see the photo meanwhile. */
  isHeld: boolean;
  /** True until the photo is screened; assessors do not see it meanwhile. */
  isUnscreened: boolean;
  /** Assessors who no longer rate the photo, because they reported it or gave a rating that is not counted. */
  excusedIds: readonly string[];
}

export interface Slot {
  openingId: string;
  assessorId: string;
  assessmentIds: readonly string[];
  /**
   * Assessments that left the slot because the photo was held or reported. A rating is optional, paid and not counted.
   */
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
  /** False for a submission without a slot, which earns nothing. */
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
  /** The newest slot of each assessor, including expired ones, because only commands know the time. */
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
