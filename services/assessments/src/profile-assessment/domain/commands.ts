import type { Choice } from '../../photo-assessment/domain/events.js';
import type { GroupEndReason } from './events.js';

/** `assessmentId` and `holdId` are the run's; absent phrases are all of them. */
export interface StartGroup {
  type: 'StartGroup';
  groupId: string;
  assessmentId: string;
  holdId: string;
  ownerId: string;
  photoIds: string[];
  evaluators: number;
  commentsSelected: Choice[] | undefined;
  at: string;
}

/**
 * While a run goes on, how many evaluators it has altogether and which phrases they may leave; once it is over, a new run
 * of the same photos under `assessmentId`. Absent photos and phrases stay as they were. `holdId` pays for whatever is
 * more, `refundId` names what goes back for fewer; each is used at most once.
 */
export interface ChangeGroup {
  type: 'ChangeGroup';
  ownerId: string;
  photoIds: string[] | undefined;
  evaluators: number;
  commentsSelected: Choice[] | undefined;
  assessmentId: string;
  holdId: string;
  refundId: string;
  at: string;
}

export interface ReserveGroupSlot {
  type: 'ReserveGroupSlot';
  assessorId: string;
  openingId: string;
  /** Slots of one assessor hold a place in one run for at most so long in sum. */
  holdMsMax: number;
  at: string;
}

/** Nothing about `comments` is trusted. */
export interface SubmitGeneralRating {
  type: 'SubmitGeneralRating';
  submissionId: string;
  ownerId: string;
  raterId: string;
  comments: unknown[];
  /** The owner's wishes let this rater see the profile; a live slot counts as well. */
  isVisible: boolean;
  /** Per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type GroupCommand =
  | StartGroup
  | ChangeGroup
  | ReserveGroupSlot
  | { type: 'ReleaseGroupSlot'; openingId: string; assessorId: string; at: string }
  | SubmitGeneralRating
  | { type: 'EndGroup'; ownerId: string; reason: GroupEndReason; at: string };
