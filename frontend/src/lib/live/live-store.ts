import type { CurrentUser } from '@candid/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { newStore } from '../store/store';

type LiveState = Readonly<Record<'connected' | 'newRatings', boolean>>;

const store = newStore<LiveState>({ connected: false, newRatings: false });

export const liveStore = {
  ...store,
  set: (change: Partial<LiveState>): void => store.set({ ...store.current(), ...change }),
};

export const useNewRatings = (): boolean => useSyncExternalStore(store.subscribe, () => store.current().newRatings);

/** Returns `ratings` once they exceed their first known value; until then null, to keep live regions silent. */
export function useArrivedRatings(of: string, ratings: number | undefined): number | null {
  const [seen, setSeen] = useState({ of, ratings });
  if (seen.of !== of || (seen.ratings === undefined && ratings !== undefined)) setSeen({ of, ratings });
  if (seen.of !== of || seen.ratings === undefined || ratings === undefined) return null;
  return ratings > seen.ratings ? ratings : null;
}

type Counts = Pick<CurrentUser, 'notificationNumber' | 'generalNotifNumber'>;

const trustMs = 5_000;
let latest: { counts: Counts; at: number } | null = null;

export function rememberCounts(counts: Counts): void {
  latest = { counts, at: Date.now() };
}

export function withLiveCounts<View extends Counts>(view: View): View {
  return latest && Date.now() - latest.at < trustMs ? { ...view, ...latest.counts } : view;
}

export function forgetCounts(): void {
  latest = null;
}

export const pollMs = 15_000;

/** Value of `meta` that marks a query for polling. */
export const polled = { polled: true } as const;

/** One timer polls for the whole page: a timer for each list would delay the first picture. */
export function pollWhileDown(client: QueryClient): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    if (liveStore.current().connected) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(() => poll(client), pollMs);
  };
  follow();
  const unfollow = liveStore.subscribe(follow);
  return () => {
    unfollow();
    clearInterval(timer);
  };
}

/** Polls only the queries on the screen. Polls nothing while the page is hidden. */
function poll(client: QueryClient): void {
  if (document.visibilityState === 'hidden') return;
  const wanted = { type: 'active', predicate: ({ meta }: { meta?: unknown }) => meta === polled } as const;
  // A list that fails to load shows its own failure.
  void client.refetchQueries(wanted, { cancelRefetch: false });
}
