/** `[sectionId, phraseId]` of the photo catalogue. */
export type Choice = [sectionId: number, phraseId: number];
/** A choice with its score, 1–20. */
export type Comment = [sectionId: number, phraseId: number, score: number];

/** What an assessor is asked for, the same for all photos that are started together. */
export interface AssessmentSettings {
  testLimit: number;
  ratingRequired: boolean;
  commentsRequired: boolean;
  commentsNegative: boolean;
  commentsSelected: Choice[];
  minComments: number;
}

export interface PlannedAssessment {
  assessmentId: string;
  photoId: string;
}

/** `amountTokens`: what its owner pays for all its ratings. */
export interface PricedAssessment extends PlannedAssessment {
  amountTokens: number;
}

export type AbandonReason = 'hold-refused' | 'owner' | 'expired' | 'moderation';

export interface AcceptedRating {
  assessmentId: string;
  photoId: string;
  /** Null where no rating was asked for. */
  score: number | null;
  comments: Comment[];
  consumedTokens: number;
}

export interface StartOpened {
  photoAssessmentId: string;
  ownerId: string;
  holdId: string;
  isFirstAssessment: boolean;
  settings: AssessmentSettings;
  assessments: PricedAssessment[];
  openedAt: string;
  /** The last moment to confirm. */
  expiresAt: string;
}

export interface PhotoAssessmentStarted {
  photoAssessmentId: string;
  ownerId: string;
  holdId: string;
  isFirstAssessment: boolean;
  settings: AssessmentSettings;
  assessments: (PricedAssessment & { testLimit: number })[];
  startedAt: string;
  /** Photos that no assessor sees yet; absent where there are none. */
  heldPhotoIds?: string[];
  unscreenedPhotoIds?: string[];
}

export interface RatingsAccepted {
  submissionId: string;
  photoAssessmentId: string;
  ownerId: string;
  assessorId: string;
  rewardTokens: number;
  ratings: AcceptedRating[];
  /**
   * Of photos that were held, or that the assessor reported, after the slot was reserved: paid, in no numbers, and never asked
   * for again. Absent where there are none.
   */
  uncounted?: AcceptedRating[];
  /** Photos that were opened, or submitted, at once in all photo assessments. */
  photosTogether: number;
  acceptedAt: string;
}

export interface AssessedPhotoEnded {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
  refundTokens: number;
  endedAt: string;
  /** Nothing of the photo assessment runs any more. */
  isPhotoAssessmentOver: boolean;
  /** By a decision of moderation. */
  isByModeration?: boolean;
}

/** More assessors for a running assessment, or for a complete one, which runs again. Paid by its own hold. */
export interface AssessedPhotoExtended {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
  holdId: string;
  additionalAssessors: number;
  /** Afterwards. */
  testLimit: number;
  amountTokens: number;
  isReopened: boolean;
  extendedAt: string;
}

/** Fewer assessors; what they would have cost goes back, once per `refundId`. */
export interface AssessedPhotoShrunk {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
  refundId: string;
  removedAssessors: number;
  /** Afterwards. */
  testLimit: number;
  refundTokens: number;
  shrunkAt: string;
}

/** What assessors are asked for from now on; who holds a slot goes on as it was promised. */
export interface RequirementsChanged {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
  ratingRequired: boolean;
  commentsRequired: boolean;
  commentsSelected: Choice[];
  minComments: number;
  changedAt: string;
}

export interface SlotReserved {
  photoAssessmentId: string;
  /** One person's photos, opened at once: their slots in several photo assessments share it, and renewals keep it. */
  openingId: string;
  ownerId: string;
  assessorId: string;
  assessmentIds: string[];
  reservedAt: string;
  expiresAt: string;
  /** Milliseconds that this assessor may still hold a slot here, after this one. */
  holdMsLeft: number;
}

/** Before its time: the assessor has gone on to other people. */
export interface SlotReleased {
  photoAssessmentId: string;
  openingId: string;
  assessorId: string;
  assessmentIds: string[];
  releasedAt: string;
}

/** A pair with an obvious answer, for one assessor; its owner is a name that nobody has. */
export interface GoldAssessmentStarted {
  photoAssessmentId: string;
  ownerId: string;
  goldId: string;
  finePhotoId: string;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  startedAt: string;
}

interface ModeratedPhoto {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
}

/** This assessor neither sees the photo again nor has to rate it. */
export interface AssessorExcused extends ModeratedPhoto {
  assessorId: string;
  excusedAt: string;
}

interface SpoiledRating {
  assessmentId: string;
  photoId: string;
  photoAssessmentId: string;
  ownerId: string;
  /** That counts no more. */
  submissionId: string;
  amountTokens: number;
}

/** One assessor more in place of one whose rating counts no more, paid by the platform; a complete assessment runs again. */
export interface SpoiledRatingReplaced extends SpoiledRating {
  /** Afterwards. */
  testLimit: number;
  isReopened: boolean;
  replacedAt: string;
}

/** There is no room for another assessor: the owner gets the price back from the platform. */
export interface SpoiledRatingRefunded extends SpoiledRating {
  refundedAt: string;
}

/**
 * What happened to photos that were started together, on stream `photo-assessment-<photoAssessmentId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
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
  /** `isFirst`: the first submission of a photo assessment that goes on after it. */
  | { type: 'RatingsAccepted'; data: RatingsAccepted & { isFirst: boolean } }
  | {
      type: 'AssessedPhotoCompleted';
      data: { assessmentId: string; photoId: string; photoAssessmentId: string; ownerId: string; completedAt: string };
    }
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
  /** In no owner's numbers, and paid as any other. */
  | { type: 'GoldRatingsAccepted'; data: RatingsAccepted & { isRight: boolean } }
  | { type: 'SpoiledRatingReplaced'; data: SpoiledRatingReplaced }
  | { type: 'SpoiledRatingRefunded'; data: SpoiledRatingRefunded }
  | { type: 'AssessedPhotoEnded'; data: AssessedPhotoEnded }
  /** Its assessment pauses, and slots on it take no place; its tokens stay. */
  | { type: 'AssessedPhotoHeld'; data: ModeratedPhoto & { heldAt: string } }
  | { type: 'AssessedPhotoReleased'; data: ModeratedPhoto & { releasedAt: string } }
  | { type: 'AssessedPhotoScreened'; data: ModeratedPhoto & { screenedAt: string } }
  | { type: 'AssessorExcused'; data: AssessorExcused }
  | {
      type: 'FirstAssessmentReset';
      /**
       * `givenBackTokens`: paid for ratings that are gone now, given back by the platform. `restartTokens`: these and what
       * was unused, which is what the next start costs.
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
