import { useState, useSyncExternalStore } from 'react';

interface LiveState {
  /** True while the stream of live updates is open. */
  readonly connected: boolean;
  /** True if ratings have arrived that the person has not seen. */
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
 * Returns the number of ratings once it exceeds the first number seen; null before. Views show it in a live region, which then
 * stays silent when the same number is fetched again.
 */
export function useArrivedRatings(of: string, ratings: number | undefined): number | null {
  const [seen, setSeen] = useState({ of, ratings });
  if (seen.of !== of || (seen.ratings === undefined && ratings !== undefined)) setSeen({ of, ratings });
  if (seen.of !== of || seen.ratings === undefined || ratings === undefined) return null;
  return ratings > seen.ratings ? ratings : null;
}
