import type { Choice, Comment } from '../test/events.js';

export interface GroupSlot {
  assessorId: string;
  reservedAt: string;
  expiresAt: string;
  /** What was asked for when it was reserved. */
  commentsSelected: readonly Choice[];
}

export interface GroupSubmission {
  submissionId: string;
  raterId: string;
  comments: readonly Comment[];
  rewardTokens: number;
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
