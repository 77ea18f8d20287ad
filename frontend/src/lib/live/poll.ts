import type { QueryClient } from '@tanstack/react-query';
import { liveStore } from './live-store';

/** Interval of the screens' queries while the live stream is down. */
export const pollMs = 15_000;

/** `meta` of the queries that poll. */
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

/** Polls only the queries on the screen, and nothing while the page is hidden. */
function poll(client: QueryClient): void {
  if (document.visibilityState === 'hidden') return;
  const wanted = { type: 'active', predicate: ({ meta }: { meta?: unknown }) => meta === polled } as const;
  // The list that failed to load shows the failure.
  void client.refetchQueries(wanted, { cancelRefetch: false });
}
