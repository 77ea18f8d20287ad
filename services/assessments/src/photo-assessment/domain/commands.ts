import type { AbandonReason, AssessmentSettings, PlannedAssessment } from './events.js';

/** One photo's part of a submission as it came in: nothing about it is trusted. */
export interface SubmittedRating {
  /** In the whole submission, if this is a part of it; a refusal names it. */
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
  /** Photos that were opened together, or are submitted together; those of other photo assessments are other commands. */
  photosTogether: number;
  /** Photos that this assessor does not see, such as those that he reported: they need not be rated. */
  hiddenPhotoIds?: readonly string[];
  /** The owner's wishes let this assessor see the photo assessment; a live slot counts as well. */
  isVisible: boolean;
  /** Per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

export interface ReserveSlot {
  type: 'ReserveSlot';
  ownerId: string;
  assessorId: string;
  openingId: string;
  /** At most so many photos. */
  photosMax: number;
  /** Photos that this assessor does not see. */
  hiddenPhotoIds?: readonly string[];
  /** One assessor holds slots here for at most so long in sum. */
  holdMsMax: number;
  at: string;
}

/** `holdId` pays for more assessors, `refundId` names what goes back for fewer; each is used at most once. */
export interface AdjustAssessment {
  type: 'AdjustAssessment';
  ownerId: string;
  photoId: string;
  /** In assessors. */
  difference: number;
  isCommentsChecked?: boolean | undefined;
  isRatingChecked?: boolean | undefined;
  holdId: string;
  refundId: string;
  /** The owner has no first profile yet: the first assessment is as it is. */
  isOnboarding: boolean;
  at: string;
}

/** One assessor's copy of a pair with an obvious answer. */
export interface StartGoldAssessment {
  type: 'StartGoldAssessment';
  photoAssessmentId: string;
  ownerId: string;
  goldId: string;
  /** As this assessor knows it. */
  finePhotoId: string;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  at: string;
}

/** Of a submission that counts no more. */
export interface ReplaceSpoiled {
  type: 'ReplaceSpoiled';
  submissionId: string;
  /** Photos whose complete assessment may run again: they still stand where it left them. */
  reopenablePhotoIds: readonly string[];
  at: string;
}

/** About one photo, by a moderator, the screening or an assessor's report; about a photo that is not in it, nothing. */
export type ModeratePhoto =
  | { type: 'HoldAssessedPhoto' | 'ReleaseAssessedPhoto' | 'RecordPhotoScreened'; photoId: string; at: string }
  | { type: 'ExcuseAssessor'; assessorId: string; photoId: string; at: string };

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type PhotoAssessmentCommand =
  | {
      type: 'OpenStart';
      photoAssessmentId: string;
      ownerId: string;
      holdId: string;
      isFirstAssessment: boolean;
      /** What a first assessment takes after a reset; null for its full price. */
      restartTokens: number | null;
      settings: AssessmentSettings;
      assessments: PlannedAssessment[];
      at: string;
    }
  | {
      type: 'ConfirmStart';
      ownerId: string;
      /** Photos of the start that no assessor sees yet. */
      heldPhotoIds?: readonly string[];
      unscreenedPhotoIds?: readonly string[];
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
      /** The photo is about to be deleted. */
      isRemoved: boolean;
      /** The owner has no first profile yet: what happens to a photo of the first assessment happens to all of it. */
      isOnboarding: boolean;
      /** A reset gives back what was used up, too: the owner has not been given anything back before. */
      givesBack?: boolean;
      /** Live slots stay, and the end waits for them: what goes back until then has this id. */
      sparingSlots?: { refundId: string } | undefined;
      /** A decision of moderation ends it. */
      isByModeration?: boolean | undefined;
      at: string;
    };
