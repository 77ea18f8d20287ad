import type { Choice, Comment } from '../../photo-assessment/domain/events.js';

export interface GroupSlot {
  openingId: string;
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** When the assessor first saw the profile: a renewal keeps it. */
  openedAt: string;
  /** What was asked for when it was reserved. */
  commentsSelected: readonly Choice[];
}

export interface GroupSubmission {
  submissionId: string;
  raterId: string;
  comments: readonly Comment[];
  rewardTokens: number;
  /** A submission without a slot earns nothing. */
  hadSlot: boolean;
  commentsSelected: readonly Choice[];
}

export interface GroupRun {
  assessmentId: string;
  status: 'running' | 'completed' | 'ended';
  testLimit: number;
  commentsSelected: readonly Choice[];
  commentsRequired: number;
  raterIds: readonly string[];
  /** The newest of each assessor, expired ones included: time comes in with the command. */
  slots: readonly GroupSlot[];
  /** By assessor: for how many milliseconds slots have held, or hold, a place. */
  heldMs: Readonly<Record<string, number>>;
  submissions: readonly GroupSubmission[];
}

export interface EvaluationGroup {
  status: 'known';
  groupId: string;
  ownerId: string;
  photoIds: readonly string[];
  hasConfirmed: boolean;
  /** The newest; the ones before are over. */
  run: GroupRun;
  /** A hold pays once, a run has its own escrow. */
  usedHoldIds: readonly string[];
  usedAssessmentIds: readonly string[];
}

export type GroupState = { status: 'unknown' } | EvaluationGroup;

export const initialState = (): GroupState => ({ status: 'unknown' });
