import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

export interface ProfileSlot {
  openingId: string;
  assessorId: string;
  expiresAt: string;
  /**
   * True if the round was held or the assessor excused after the reservation. A submission is then paid and not
   * counted.
   */
  isPaused: boolean;
  /** Time when the assessor first saw the profile; a renewal keeps it. */
  openedAt: string;
  /** Phrases offered at the reservation. */
  commentsSelected: readonly Choice[];
}

export interface ProfileSubmission {
  submissionId: string;
  assessorId: string;
  comments: readonly Comment[];
  rewardTokens: number;
  /** False for a submission without a slot, which earns nothing. */
  hadSlot: boolean;
  isCounted: boolean;
  commentsSelected: readonly Choice[];
}

export interface Round {
  assessmentId: string;
  status: 'running' | 'completed' | 'ended';
  testLimit: number;
  commentsSelected: readonly Choice[];
  commentsRequired: number;
  assessorIds: readonly string[];
  /** The newest slot of each assessor, including expired ones, because only commands know the time. */
  slots: readonly ProfileSlot[];
  /** Total slot time in milliseconds by assessor, including the live slot. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly ProfileSubmission[];
  /** Photos that hide the round from assessors: held and unscreened ones. */
  heldPhotoIds: readonly string[];
  unscreenedPhotoIds: readonly string[];
}

export interface ProfileAssessment {
  status: 'known';
  profileAssessmentId: string;
  ownerId: string;
  photoIds: readonly string[];
  hasConfirmed: boolean;
  /** The newest round; earlier ones are over. */
  round: Round;
  /** Ids of all payments and rounds so far: a hold pays once, and each round has its own escrow. */
  usedHoldIds: readonly string[];
  usedAssessmentIds: readonly string[];
  /** Assessors who do not see the profile again. */
  excusedIds: readonly string[];
}

export type ProfileState = { status: 'unknown' } | ProfileAssessment;

export const initialState = (): ProfileState => ({ status: 'unknown' });
