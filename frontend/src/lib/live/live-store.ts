import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

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

/** Decides whether to poll, which nobody sees: every list of a page follows it, so it must not hold up a touch. */
export function useLiveConnected(): boolean {
  const [connected, setConnected] = useState(state.connected);
  useEffect(() => {
    const follow = () => startTransition(() => setConnected(state.connected));
    follow();
    return liveStore.subscribe(follow);
  }, []);
  return connected;
}

export function useNewRatings(): boolean {
  return useSyncExternalStore(liveStore.subscribe, () => state.newRatings);
}
