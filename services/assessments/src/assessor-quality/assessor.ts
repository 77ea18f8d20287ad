import type { StandingName } from '@candid/contracts';
import type { Signal } from '../participants/signals.js';

/** Events of an assessor's standing, on stream `assessor-<assessorId>`. Dates are ISO 8601 in UTC and sort as text. */
export type AssessorEvent =
  | { type: 'AssessorWarned'; data: { assessorId: string; signal: Signal; warnedAt: string } }
  /** The assessor did not repeat the behaviour that caused the warning. Earlier behaviour no longer counts. */
  | { type: 'AssessorRecovered'; data: { assessorId: string; recoveredAt: string } }
  /** The assessor repeated the behaviour that caused the warning. Submissions since the warning no longer count. */
  | {
      type: 'AssessorPaused';
      data: { assessorId: string; signal: Signal; spoiledSubmissionIds: string[]; pausedAt: string };
    }
  /** The text of the appeal is in a table, not in the event, because it is deleted with the account. */
  | { type: 'PauseAppealed'; data: { assessorId: string; appealedAt: string } }
  /** Support lifts the warning or the pause. Earlier behaviour no longer counts. */
  | { type: 'AssessorReinstated'; data: { assessorId: string; reason: string; reinstatedAt: string } };

export const assessorStreamId = (assessorId: string): string => `assessor-${assessorId}`;

export interface AssessorState {
  standing: StandingName;
  /** Null in good standing. */
  signal: Signal | null;
  since: string | null;
  /** Start of the behaviour that is judged, ISO 8601; null if all behaviour is judged. */
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

/** Limits that define careless behaviour. They ignore agreement with other assessors, because tastes differ. */
export const assessorPolicy = {
  /** Minimum median of seconds per photo in the last `submissionsLooked` submissions. A lower median is too fast. */
  secondsPerPhotoMin: 2,
  submissionsLooked: 15,
  submissionsMin: 10,
  /** Straight-lining: all of the last `ratingsLooked` ratings are the same, except at most `ratingsApart`. */
  ratingsLooked: 24,
  ratingsApart: 1,
  /** Number of slots in a row that the assessor took and did not use. A renewal counts as another slot. */
  skipsInARow: 6,
  /** Gold pairs: of the last `goldLooked` answers, at least `goldFailedMin` and more than `goldFailedShare` are wrong. */
  goldLooked: 8,
  goldFailedMin: 2,
  goldFailedShare: 0.25,
  /** Minimums after a warning: turns for a judgement, submissions for `hurried`, ratings for `straight-lining`. */
  turnsAfterWarning: 10,
  submissionsMinAfterWarning: 5,
  ratingsMinAfterWarning: 8,
} as const;
