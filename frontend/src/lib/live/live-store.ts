import { useSyncExternalStore } from 'react';

interface LiveState {
  /** The stream of live updates is open. */
  readonly connected: boolean;
  /** Ratings have arrived that the person has not looked at yet. */
  readonly newRatings: boolean;
}

const listeners = new Set<() => void>();
let state: LiveState = { connected: false, newRatings: false };

export const liveStore = {
  current: (): LiveState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(change: Partial<LiveState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  },
};

export function useNewRatings(): boolean {
  return useSyncExternalStore(liveStore.subscribe, () => state.newRatings);
}
