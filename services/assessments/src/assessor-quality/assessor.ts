import type { Signal } from '../participants/signals.js';

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

export interface AssessorState {
  standing: 'good' | 'warned' | 'paused';
  /** Null in good standing. */
  signal: Signal | null;
  since: string | null;
  /** What was done up to then is settled. */
  countsFrom: string | null;
  hasAppealed: boolean;
}

export const initialState = (): AssessorState => ({
  standing: 'good',
  signal: null,
  since: null,
  countsFrom: null,
  hasAppealed: false,
});

export function evolve(state: AssessorState, event: AssessorEvent): AssessorState {
  switch (event.type) {
    case 'AssessorWarned':
      return { ...state, standing: 'warned', signal: event.data.signal, since: event.data.warnedAt };
    case 'AssessorPaused':
      return { ...state, standing: 'paused', signal: event.data.signal, since: event.data.pausedAt };
    case 'PauseAppealed':
      return { ...state, hasAppealed: true };
    case 'AssessorRecovered':
      return inGoodStanding(event.data.recoveredAt);
    case 'AssessorReinstated':
      return inGoodStanding(event.data.reinstatedAt);
  }
}

const inGoodStanding = (since: string): AssessorState => ({ ...initialState(), since, countsFrom: since });

/** What behaviour is taken for carelessness. Agreement with other assessors plays no part: taste is free. */
export interface AssessorPolicy {
  /** A median below this is too fast to have looked, once so many of the last submissions are known. */
  readonly secondsPerPhotoMin: number;
  readonly submissionsLooked: number;
  readonly submissionsMin: number;
  /** Straight-lining: all but so many of the last ratings are the same. */
  readonly ratingsLooked: number;
  readonly ratingsApart: number;
  /** Slots taken and not used in a row; a renewal is one more. */
  readonly skipsInARow: number;
  /** Pairs with an obvious answer: so many of the last are wrong, and more than this share. */
  readonly goldLooked: number;
  readonly goldFailedMin: number;
  readonly goldFailedShare: number;
  /** Photo assessments after a warning, rated or skipped, by which it is decided; ratings that are enough to tell there. */
  readonly turnsAfterWarning: number;
  readonly submissionsMinAfterWarning: number;
  readonly ratingsMinAfterWarning: number;
}

export const assessorPolicy: AssessorPolicy = {
  secondsPerPhotoMin: 2,
  submissionsLooked: 15,
  submissionsMin: 10,
  ratingsLooked: 24,
  ratingsApart: 1,
  skipsInARow: 6,
  goldLooked: 8,
  goldFailedMin: 2,
  goldFailedShare: 0.25,
  turnsAfterWarning: 10,
  submissionsMinAfterWarning: 5,
  ratingsMinAfterWarning: 8,
};
