import type { AbandonReason, AssessmentSettings, PlannedAssessment } from './events.js';

/** One photo's part of a submission as it came in: nothing about it is trusted. */
export interface SubmittedRating {
  photoId: string;
  rating?: number | null;
  comments?: unknown[];
}

export interface SubmitRatings {
  type: 'SubmitRatings';
  submissionId: string;
  ownerId: string;
  raterId: string;
  ratings: SubmittedRating[];
  /** The owner's wishes let this rater see the test; a live slot counts as well. */
  isVisible: boolean;
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

/** One rater's copy of a pair with an obvious answer. */
export interface StartGoldTest {
  type: 'StartGoldTest';
  testId: string;
  ownerId: string;
  goldId: string;
  finePhotoId: string;
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

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type TestCommand =
  | {
      type: 'OpenStart';
      testId: string;
      ownerId: string;
      holdId: string;
      isFirstAssessment: boolean;
      settings: AssessmentSettings;
      assessments: PlannedAssessment[];
      at: string;
    }
  | { type: 'ConfirmStart'; ownerId: string; at: string }
  | { type: 'AbandonStart'; ownerId: string; reason: AbandonReason; at: string }
  | { type: 'ReserveSlot'; ownerId: string; assessorId: string; at: string }
  | SubmitRatings
  | AdjustAssessment
  | ReplaceSpoiled
  | StartGoldTest
  | {
      type: 'EndAssessment';
      ownerId: string;
      photoId: string;
      /** The photo is about to be deleted. */
      isRemoved: boolean;
      /** The owner has no first profile yet: what happens to a photo of the first assessment happens to all of it. */
      isOnboarding: boolean;
      /** Places that somebody is working for stay, and the end has to wait for them: what goes back until then has this id. */
      sparingPlaces?: { refundId: string } | undefined;
      at: string;
    };
