import type { AssessedPhoto, CommentChoice } from '@candid/contracts';

/** What is asked about a profile as a whole. */
export interface ProfileQuestions {
  readonly groupId: string;
  readonly commentsSelected: readonly CommentChoice[];
  /** At least so many. */
  readonly commentsRequired: number;
}

export interface OpenAssessment {
  /** What a draft of it is kept under. */
  readonly id: string;
  readonly photos: readonly AssessedPhoto[];
  readonly benchmarkPhotos: readonly AssessedPhoto[];
  /** Null where each photo is asked about by itself. */
  readonly profile: ProfileQuestions | null;
  /** From the server's answer on, in milliseconds. */
  readonly slotMs: number;
}
