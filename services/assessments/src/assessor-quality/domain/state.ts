import type { RaterEvent } from './events.js';
import type { Signal } from './signals.js';

export interface RaterState {
  standing: 'good' | 'warned' | 'paused';
  /** Null in good standing. */
  signal: Signal | null;
  since: string | null;
  /** What was done up to then is settled. */
  countsFrom: string | null;
  hasAppealed: boolean;
}

export const initialState = (): RaterState => ({
  standing: 'good',
  signal: null,
  since: null,
  countsFrom: null,
  hasAppealed: false,
});

export function evolve(state: RaterState, event: RaterEvent): RaterState {
  switch (event.type) {
    case 'RaterWarned':
      return { ...state, standing: 'warned', signal: event.data.signal, since: event.data.warnedAt };
    case 'RaterPaused':
      return { ...state, standing: 'paused', signal: event.data.signal, since: event.data.pausedAt };
    case 'PauseAppealed':
      return { ...state, hasAppealed: true };
    case 'RaterRecovered':
      return inGoodStanding(event.data.recoveredAt);
    case 'RaterReinstated':
      return inGoodStanding(event.data.reinstatedAt);
  }
}

const inGoodStanding = (since: string): RaterState => ({ ...initialState(), since, countsFrom: since });
