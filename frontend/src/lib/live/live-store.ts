import { useState, useSyncExternalStore } from 'react';

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

/**
 * How many ratings there are, once more of them have come in than there were when this was first looked at; null until then.
 * Views say it in a live region: fetching the same number again says nothing.
 */
export function useArrivedRatings(of: string, ratings: number | undefined): number | null {
  const [seen, setSeen] = useState({ of, ratings });
  if (seen.of !== of || (seen.ratings === undefined && ratings !== undefined)) setSeen({ of, ratings });
  if (seen.of !== of || seen.ratings === undefined || ratings === undefined) return null;
  return ratings > seen.ratings ? ratings : null;
}
