import type { AcceptedRating, AssessmentSettings, StartOpened } from './events.js';

export interface Assessment {
  assessmentId: string;
  photoId: string;
  testLimit: number;
  settings: AssessmentSettings;
  /** The comments last asked for, to ask for again. */
  commentChoices: Pick<AssessmentSettings, 'commentsSelected' | 'minComments'>;
  raterIds: readonly string[];
  status: 'running' | 'completed' | 'ended';
}

export interface Slot {
  assessorId: string;
  assessmentIds: readonly string[];
  expiresAt: string;
  reservedAt: string;
  /** What was asked for when it was reserved, by assessment id. */
  terms: Terms;
}

export type Terms = Readonly<Record<string, AssessmentSettings>>;

export interface Submission {
  submissionId: string;
  raterId: string;
  rewardTokens: number;
  ratings: readonly AcceptedRating[];
  /** What the ratings were judged by, by assessment id. */
  terms: Terms;
}

export interface StartedTest {
  status: 'started';
  testId: string;
  ownerId: string;
  isFirstAssessment: boolean;
  assessments: readonly Assessment[];
  /** The newest of each assessor, expired ones included: time comes in with the command. */
  slots: readonly Slot[];
  submissions: readonly Submission[];
  /** Of its extensions: a hold pays once. */
  usedHoldIds: readonly string[];
  /** Submissions that counted no more and are made good. */
  replacedSubmissionIds: readonly string[];
  /** Of a pair with an obvious answer: which photo is the better one; null for every other test. */
  finePhotoId: string | null;
  isReset: boolean;
}

export type TestState =
  | { status: 'unknown' }
  | { status: 'opened'; start: StartOpened }
  | { status: 'abandoned'; start: StartOpened }
  | StartedTest;

export const initialState = (): TestState => ({ status: 'unknown' });
