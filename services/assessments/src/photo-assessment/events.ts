import type { AssessmentSettings } from '@candid/contracts';
import type { Comment } from '../catalogue/catalogue.js';

export interface PlannedAssessment {
  assessmentId: string;
  photoId: string;
}

interface AssessedPhoto extends PlannedAssessment {
  photoAssessmentId: string;
  ownerId: string;
}

/** `amountTokens` is what the owner pays for all ratings of the photo. */
interface PricedAssessment extends PlannedAssessment {
  amountTokens: number;
}

export type AbandonReason = 'hold-refused' | 'owner' | 'expired' | 'moderation';

export interface AcceptedRating extends PlannedAssessment {
  /** False if the owner asked for no rating. */
  isRated: boolean;
  consumedTokens: number;
}

/** The content of a rating. It is in a row, not in an event, because it is deleted with the photo. */
export interface RatingContent {
  /** A score from 1 to 20; null if the owner asked for no rating. */
  score: number | null;
  /** In phrase order, so that equal submissions compare as equal. */
  comments: Comment[];
}

export interface GivenContent extends RatingContent {
  submissionId: string;
  photoId: string;
}

interface Start {
  photoAssessmentId: string;
  ownerId: string;
  holdId: string;
  isFirstAssessment: boolean;
  settings: AssessmentSettings;
}

export interface StartOpened extends Start {
  assessments: PricedAssessment[];
  openedAt: string;
  expiresAt: string;
}

export interface PhotoAssessmentStarted extends Start {
  assessments: (PricedAssessment & { testLimit: number })[];
  startedAt: string;
  /** Photos that assessors do not see yet, held or unscreened; absent if there are none. */
  heldPhotoIds?: string[];
  unscreenedPhotoIds?: string[];
  /** Before this time the assessment is offered only to the owner's audience; absent if it is offered to everybody. */
  audienceFirstUntil?: string;
}

export interface RatingsAccepted {
  submissionId: string;
  photoAssessmentId: string;
  ownerId: string;
  assessorId: string;
  rewardTokens: number;
  ratings: AcceptedRating[];
  /** Ratings of photos that were held or reported after the reservation: paid, not counted. Absent if none. */
  uncounted?: AcceptedRating[];
  /** Number of photos opened or submitted together, across all photo assessments. */
  photosTogether: number;
  acceptedAt: string;
}

export interface Progress {
  rated: number;
  limit: number;
}

interface AssessedPhotoEnded extends AssessedPhoto {
  refundTokens: number;
  endedAt: string;
  /** True if no photo of the photo assessment is running any more. */
  isPhotoAssessmentOver: boolean;
  isByModeration?: boolean;
}

/** Adds assessors, for whose ratings a separate hold pays. A completed assessment runs again. */
interface AssessedPhotoExtended extends AssessedPhoto {
  holdId: string;
  additionalAssessors: number;
  testLimit: number;
  amountTokens: number;
  isReopened: boolean;
  extendedAt: string;
}

/** Removes assessors and refunds the tokens for ratings that are no longer needed, once per `refundId`. */
interface AssessedPhotoShrunk extends AssessedPhoto {
  refundId: string;
  removedAssessors: number;
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** New requirements for assessors. A live slot keeps its old terms until it is renewed. */
export interface RequirementsChanged
  extends AssessedPhoto,
    Pick<AssessmentSettings, 'ratingRequired' | 'commentsRequired' | 'commentsSelected' | 'minComments'> {
  changedAt: string;
}

export interface SlotReserved {
  photoAssessmentId: string;
  /** Id of the opening of one person's photos. All slots of the opening share this id; renewed slots keep it. */
  openingId: string;
  ownerId: string;
  assessorId: string;
  assessmentIds: string[];
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds of slot time that this assessor has left in the photo assessment after this slot. */
  holdMsLeft: number;
}

/** The slot ends before it expires, because the assessor opened other people or blocked this person. */
export interface SlotReleased {
  photoAssessmentId: string;
  openingId: string;
  assessorId: string;
  assessmentIds: string[];
  releasedAt: string;
}

/** A gold pair for one assessor; `ownerId` is a made-up id that belongs to no account. */
export interface GoldAssessmentStarted {
  photoAssessmentId: string;
  ownerId: string;
  goldId: string;
  /** Id that this assessor sees for the better photo. */
  finePhotoId: string;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  startedAt: string;
}

interface SpoiledRating extends AssessedPhoto {
  submissionId: string;
  amountTokens: number;
}

/**
 * Events on stream `photo-assessment-<photoAssessmentId>`. Dates are ISO 8601 in UTC, in the format of
 * `Date.prototype.toISOString`, and can be compared as text.
 */
export type PhotoAssessmentEvent =
  | { type: 'StartOpened'; data: StartOpened }
  | {
      type: 'StartAbandoned';
      data: { photoAssessmentId: string; ownerId: string; holdId: string; reason: AbandonReason; abandonedAt: string };
    }
  | { type: 'PhotoAssessmentStarted'; data: PhotoAssessmentStarted }
  | { type: 'SlotReserved'; data: SlotReserved }
  | { type: 'SlotReleased'; data: SlotReleased }
  /** `isFirst` marks the first counted submission, if the photo assessment continues after it. */
  | { type: 'RatingsAccepted'; data: RatingsAccepted & { isFirst: boolean; progress?: Progress } }
  | { type: 'AssessedPhotoCompleted'; data: AssessedPhoto & { completedAt: string } }
  | {
      type: 'PhotoAssessmentCompleted';
      data: {
        photoAssessmentId: string;
        ownerId: string;
        photoIds: string[];
        isFirstAssessment: boolean;
        completedAt: string;
      };
    }
  | { type: 'AssessedPhotoExtended'; data: AssessedPhotoExtended }
  | { type: 'AssessedPhotoShrunk'; data: AssessedPhotoShrunk }
  | { type: 'RequirementsChanged'; data: RequirementsChanged }
  | { type: 'GoldAssessmentStarted'; data: GoldAssessmentStarted }
  | { type: 'GoldSlotReserved'; data: SlotReserved }
  | { type: 'GoldSlotReleased'; data: SlotReleased }
  /** The ratings are paid like any other, but no owner's scores contain them. */
  | { type: 'GoldRatingsAccepted'; data: RatingsAccepted & { isRight: boolean } }
  /**
   * Adds one assessor for a rating that no longer counts, at the platform's expense. `testLimit` is the limit afterwards. A
   * completed assessment runs again.
   */
  | {
      type: 'SpoiledRatingReplaced';
      data: SpoiledRating & { testLimit: number; isReopened: boolean; replacedAt: string };
    }
  /** Refunds the price of a rating that no longer counts and cannot be replaced, at the platform's expense. */
  | { type: 'SpoiledRatingRefunded'; data: SpoiledRating & { refundedAt: string } }
  | { type: 'AssessedPhotoEnded'; data: AssessedPhotoEnded }
  /** The photo's assessment pauses, and slots on it reserve no capacity. Its tokens stay in escrow. */
  | { type: 'AssessedPhotoHeld'; data: AssessedPhoto & { heldAt: string } }
  | { type: 'AssessedPhotoReleased'; data: AssessedPhoto & { releasedAt: string } }
  | { type: 'AssessedPhotoScreened'; data: AssessedPhoto & { screenedAt: string } }
  | { type: 'AssessorExcused'; data: AssessedPhoto & { assessorId: string; excusedAt: string } }
  | {
      type: 'FirstAssessmentReset';
      /**
       * `givenBackTokens` is the platform's refund for ratings that the reset removes. `restartTokens` also contains
       * the unused tokens, and is the price limit of the next start.
       */
      data: {
        photoAssessmentId: string;
        ownerId: string;
        photoIds: string[];
        givenBackTokens: number;
        restartTokens: number;
        resetAt: string;
      };
    };

export const photoAssessmentStreamId = (photoAssessmentId: string): string => `photo-assessment-${photoAssessmentId}`;
