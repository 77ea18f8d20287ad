import type { AssessorEvent } from './events.js';
import type { Signal } from './signals.js';

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
