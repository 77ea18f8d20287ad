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

export type AbandonReason = 'hold-refused' | 'owner' | 'expired';

export interface AcceptedRating {
  assessmentId: string;
  photoId: string;
  /** Null where no rating was asked for. */
  score: number | null;
  comments: Comment[];
  consumedTokens: number;
}

export interface StartOpened {
  testId: string;
  ownerId: string;
  holdId: string;
  isFirstAssessment: boolean;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  openedAt: string;
  /** The last moment to confirm. */
  expiresAt: string;
}

export interface TestStarted {
  testId: string;
  ownerId: string;
  holdId: string;
  isFirstAssessment: boolean;
  settings: AssessmentSettings;
  assessments: (PlannedAssessment & { testLimit: number; amountTokens: number })[];
  startedAt: string;
}

export interface RatingsAccepted {
  submissionId: string;
  testId: string;
  ownerId: string;
  raterId: string;
  rewardTokens: number;
  ratings: AcceptedRating[];
  acceptedAt: string;
}

export interface AssessmentEnded {
  assessmentId: string;
  photoId: string;
  testId: string;
  ownerId: string;
  refundTokens: number;
  endedAt: string;
}

/** More assessors for a running assessment, or for a complete one, which runs again. Paid by its own hold. */
export interface AssessmentExtended {
  assessmentId: string;
  photoId: string;
  testId: string;
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
export interface AssessmentShrunk {
  assessmentId: string;
  photoId: string;
  testId: string;
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
  testId: string;
  ownerId: string;
  ratingRequired: boolean;
  commentsRequired: boolean;
  commentsSelected: Choice[];
  minComments: number;
  changedAt: string;
}

export interface SlotReserved {
  testId: string;
  assessorId: string;
  assessmentIds: string[];
  reservedAt: string;
  expiresAt: string;
}

/** A pair with an obvious answer, for one rater; its owner is a name that nobody has. */
export interface GoldTestStarted {
  testId: string;
  ownerId: string;
  goldId: string;
  finePhotoId: string;
  settings: AssessmentSettings;
  assessments: PlannedAssessment[];
  startedAt: string;
}

interface SpoiledRating {
  assessmentId: string;
  photoId: string;
  testId: string;
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

/** There is no place for another assessor: the owner gets the price back from the platform. */
export interface SpoiledRatingRefunded extends SpoiledRating {
  refundedAt: string;
}

/**
 * What happened to photos started together, on stream `test-<testId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
 */
export type TestEvent =
  | { type: 'StartOpened'; data: StartOpened }
  | {
      type: 'StartAbandoned';
      data: { testId: string; ownerId: string; holdId: string; reason: AbandonReason; abandonedAt: string };
    }
  | { type: 'TestStarted'; data: TestStarted }
  | { type: 'SlotReserved'; data: SlotReserved }
  | { type: 'RatingsAccepted'; data: RatingsAccepted }
  | {
      type: 'AssessmentCompleted';
      data: { assessmentId: string; photoId: string; testId: string; ownerId: string; completedAt: string };
    }
  | {
      type: 'TestCompleted';
      data: { testId: string; ownerId: string; photoIds: string[]; isFirstAssessment: boolean; completedAt: string };
    }
  | { type: 'AssessmentExtended'; data: AssessmentExtended }
  | { type: 'AssessmentShrunk'; data: AssessmentShrunk }
  | { type: 'RequirementsChanged'; data: RequirementsChanged }
  | { type: 'GoldTestStarted'; data: GoldTestStarted }
  | { type: 'GoldSlotReserved'; data: SlotReserved }
  /** In no owner's numbers, and paid as any other. */
  | { type: 'GoldRatingsAccepted'; data: RatingsAccepted & { isRight: boolean } }
  | { type: 'SpoiledRatingReplaced'; data: SpoiledRatingReplaced }
  | { type: 'SpoiledRatingRefunded'; data: SpoiledRatingRefunded }
  | { type: 'AssessmentEnded'; data: AssessmentEnded }
  | {
      type: 'FirstAssessmentReset';
      data: { testId: string; ownerId: string; photoIds: string[]; resetAt: string };
    };

export const testStreamId = (testId: string): string => `test-${testId}`;
