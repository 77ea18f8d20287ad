import type { Signal } from './signals.js';

/**
 * What became of a rater, on stream `rater-<raterId>`. Dates are ISO 8601 in UTC, in the one format of
 * `Date.prototype.toISOString`, and so compare as text.
 */
export type RaterEvent =
  | { type: 'RaterWarned'; data: { raterId: string; signal: Signal; warnedAt: string } }
  /** What the warning was about has not come again; behaviour counts anew. */
  | { type: 'RaterRecovered'; data: { raterId: string; recoveredAt: string } }
  /** It went on: what was submitted since the warning counts no more. */
  | {
      type: 'RaterPaused';
      data: { raterId: string; signal: Signal; spoiledSubmissionIds: string[]; pausedAt: string };
    }
  /** In which words is kept beside, to go with the account. */
  | { type: 'PauseAppealed'; data: { raterId: string; appealedAt: string } }
  /** By support; behaviour counts from then on. */
  | { type: 'RaterReinstated'; data: { raterId: string; reason: string; reinstatedAt: string } };

export const raterStreamId = (raterId: string): string => `rater-${raterId}`;
