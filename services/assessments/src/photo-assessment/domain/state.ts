import type { AcceptedRating, AssessmentSettings, StartOpened } from './events.js';

export interface Assessment {
  assessmentId: string;
  photoId: string;
  testLimit: number;
  settings: AssessmentSettings;
  /** The comments last asked for, to ask for again. */
  commentChoices: Pick<AssessmentSettings, 'commentsSelected' | 'minComments'>;
  assessorIds: readonly string[];
  /** Of what its owner paid, and of no more than the ratings to come can use. */
  unusedTokens: number;
  status: 'running' | 'completed' | 'ended';
  /** Until a moderator has decided, nobody rates it. */
  isHeld: boolean;
  /** Until it is screened, nobody rates it. */
  isUnscreened: boolean;
  /** Assessors who do not rate it any more: they reported it, or gave a rating that is not counted. */
  excusedIds: readonly string[];
}

export interface Slot {
  openingId: string;
  assessorId: string;
  assessmentIds: readonly string[];
  /** What the slot covered until it was held or reported: a rating is paid and not counted, and nothing is expected. */
  pausedIds: readonly string[];
  expiresAt: string;
  /** When the assessor first saw all of its photos: a renewal that adds no photo keeps it. */
  openedAt: string;
  /** What was asked for when it was reserved, by assessment id. */
  terms: Terms;
}

export type Terms = Readonly<Record<string, AssessmentSettings>>;

export interface Submission {
  submissionId: string;
  assessorId: string;
  rewardTokens: number;
  /** A submission without a slot earns nothing. */
  hadSlot: boolean;
  ratings: readonly AcceptedRating[];
  uncounted: readonly AcceptedRating[];
  /** What the ratings were judged by, by assessment id. */
  terms: Terms;
}

export interface StartedAssessment {
  status: 'started';
  photoAssessmentId: string;
  ownerId: string;
  isFirstAssessment: boolean;
  assessments: readonly Assessment[];
  /** The newest of each assessor, expired ones included: time comes in with the command. */
  slots: readonly Slot[];
  /** By assessor: for how many milliseconds slots have been, or are, held. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly Submission[];
  /** Of its extensions: a hold pays once. */
  usedHoldIds: readonly string[];
  /** Submissions that counted no more and are made good. */
  replacedSubmissionIds: readonly string[];
  /** Of a pair with an obvious answer: which photo is the better one; null for every other test. */
  finePhotoId: string | null;
  isReset: boolean;
  /** The owner has all tokens of it back. */
  isGivenBack: boolean;
}

export type PhotoAssessmentState =
  | { status: 'unknown' }
  | { status: 'opened'; start: StartOpened }
  | { status: 'abandoned'; start: StartOpened }
  | StartedAssessment;

export const initialState = (): PhotoAssessmentState => ({ status: 'unknown' });
