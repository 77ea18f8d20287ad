import type { Signal } from './signals.js';

/**
 * What became of an assessor, on stream `assessor-<assessorId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
 */
export type AssessorEvent =
  | { type: 'AssessorWarned'; data: { assessorId: string; signal: Signal; warnedAt: string } }
  /** What the warning was about has not come again; behaviour counts anew. */
  | { type: 'AssessorRecovered'; data: { assessorId: string; recoveredAt: string } }
  /** It went on: what was submitted since the warning counts no more. */
  | {
      type: 'AssessorPaused';
      data: { assessorId: string; signal: Signal; spoiledSubmissionIds: string[]; pausedAt: string };
    }
  /** In which words is kept beside, to go with the account. */
  | { type: 'PauseAppealed'; data: { assessorId: string; appealedAt: string } }
  /** By support; behaviour counts from then on. */
  | { type: 'AssessorReinstated'; data: { assessorId: string; reason: string; reinstatedAt: string } };

export const assessorStreamId = (assessorId: string): string => `assessor-${assessorId}`;
