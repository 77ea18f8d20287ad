import type { AbandonReason, AssessmentSettings, GivenContent, PlannedAssessment } from './events.js';

/** One photo's part of a submission as received; none of it is validated yet. */
export interface SubmittedRating {
  /** Index in the whole submission, if this is a part of it; error details name it. */
  position?: number;
  photoId: string;
  rating?: number | null;
  comments?: unknown[];
}

export interface SubmitRatings {
  type: 'SubmitRatings';
  submissionId: string;
  ownerId: string;
  assessorId: string;
  ratings: SubmittedRating[];
  /** The contents of the assessor's earlier submissions, to find a repeated one; without photos that were deleted since. */
  earlier: readonly GivenContent[];
  /** Number of photos opened or submitted together, across all photo assessments of the submission. */
  photosTogether: number;
  /** Photos hidden from this assessor, such as reported ones; they need not be rated. */
  hiddenPhotoIds?: readonly string[];
  /** Whether this assessor may see the owner. A live slot allows the submission as well. */
  isVisible: boolean;
  /** Minimum look time per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

export interface ReserveSlot {
  type: 'ReserveSlot';
  ownerId: string;
  assessorId: string;
  openingId: string;
  /** Maximum number of photos in the slot. */
  photosMax: number;
  /** Photos hidden from this assessor. */
  hiddenPhotoIds?: readonly string[];
  /** Photo ids by falling chance to be the best; undefined if the assessment does not stop early. */
  likeliestFirst?: readonly string[] | undefined;
  /** Maximum total time, in milliseconds, that one assessor may hold slots here. */
  holdMsMax: number;
  at: string;
}

/** `holdId` pays for more assessors, `refundId` identifies the refund for fewer. Each is used at most once. */
export interface AdjustAssessment {
  type: 'AdjustAssessment';
  ownerId: string;
  photoId: string;
  /** Change in the number of assessors. */
  difference: number;
  isCommentsChecked?: boolean | undefined;
  isRatingChecked?: boolean | undefined;
  holdId: string;
  refundId: string;
  /** True if the owner has no first profile yet; the first assessment is then fixed. */
  isOnboarding: boolean;
  at: string;
}

/** Starts one assessor's copy of a gold pair. */
export interface StartGoldAssessment {
  type: 'StartGoldAssessment';
  photoAssessmentId: string;
  ownerId: string;
  goldId: string;
  /** Id of the better photo, as this assessor knows it. */
  finePhotoId: string;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  at: string;
}

/** Replaces the ratings of a submission that no longer counts. */
export interface ReplaceSpoiled {
  type: 'ReplaceSpoiled';
  submissionId: string;
  /** Photos whose completed assessment may run again, because the pool still contains them with it. */
  reopenablePhotoIds: readonly string[];
  at: string;
}

/**
 * Commands about one photo from a moderator, the screening or an assessor's report. They change nothing if the photo is
 * not part of the photo assessment.
 */
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
      /** Photos of the start that assessors do not see yet, held or unscreened. */
      heldPhotoIds?: readonly string[];
      unscreenedPhotoIds?: readonly string[];
      /** Until then only assessors of the owner's audience get it. */
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
      /** Whether the photo is being deleted. */
      isRemoved: boolean;
      /** True if the owner has no first profile yet. Ending one photo of the first assessment then resets all of it. */
      isOnboarding: boolean;
      /** Whether a reset also refunds used tokens; an owner receives such a refund at most once. */
      givesBack?: boolean;
      /** If set, the assessment shrinks to its live slots instead of ending; `refundId` identifies the refund. */
      sparingSlots?: { refundId: string } | undefined;
      /** A decision of moderation ends it. */
      isByModeration?: boolean | undefined;
      at: string;
    };
