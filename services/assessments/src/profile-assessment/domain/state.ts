import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

export interface ProfileSlot {
  openingId: string;
  assessorId: string;
  expiresAt: string;
  /** Since it was reserved, the round was held or the assessor excused: a rating is paid and not counted. */
  isPaused: boolean;
  /** When the assessor first saw the profile: a renewal keeps it. */
  openedAt: string;
  /** What was asked for when it was reserved. */
  commentsSelected: readonly Choice[];
}

export interface ProfileSubmission {
  submissionId: string;
  assessorId: string;
  comments: readonly Comment[];
  rewardTokens: number;
  /** A submission without a slot earns nothing. */
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
  /** The newest of each assessor, expired ones included: time comes in with the command. */
  slots: readonly ProfileSlot[];
  /** By assessor: for how many milliseconds slots have been, or are, held. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly ProfileSubmission[];
  /** While there are any of these, nobody assesses it. */
  heldPhotoIds: readonly string[];
  unscreenedPhotoIds: readonly string[];
}

export interface ProfileAssessment {
  status: 'known';
  profileAssessmentId: string;
  ownerId: string;
  photoIds: readonly string[];
  hasConfirmed: boolean;
  /** The newest; the ones before are over. */
  round: Round;
  /** A hold pays once, a round has its own escrow. */
  usedHoldIds: readonly string[];
  usedAssessmentIds: readonly string[];
  /** Assessors who are not shown it again. */
  excusedIds: readonly string[];
}

export type ProfileState = { status: 'unknown' } | ProfileAssessment;

export const initialState = (): ProfileState => ({ status: 'unknown' });
