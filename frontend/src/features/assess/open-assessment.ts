import type { AssessedPhoto, CommentChoice } from '@candid/contracts';

/** Questions about a profile as a whole. */
export interface ProfileQuestions {
  readonly groupId: string;
  readonly commentsSelected: readonly CommentChoice[];
  /** The minimum number of comments. */
  readonly commentsRequired: number;
}

export interface OpenAssessment {
  /** Id of the owner or, for a profile, of the profile assessment. The draft is stored under it. */
  readonly id: string;
  readonly photos: readonly AssessedPhoto[];
  readonly benchmarkPhotos: readonly AssessedPhoto[];
  /** Questions about the whole profile; null if each photo is rated on its own. */
  readonly profile: ProfileQuestions | null;
  /** Lifetime of the slot in milliseconds, counted from the server's answer. */
  readonly slotMs: number;
}
