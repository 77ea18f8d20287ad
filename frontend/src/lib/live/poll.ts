import type { QueryClient } from '@tanstack/react-query';
import { liveStore } from './live-store';

/** How often the screens ask by themselves while the live stream is down. */
export const pollMs = 15_000;

/** The `meta` of what they ask for. */
export const polled = { polled: true } as const;

/** One clock for everything on the page: each of its many lists with one of its own holds up the first picture. */
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

/** What is shown now, and nothing while nobody looks. */
function poll(client: QueryClient): void {
  if (document.visibilityState === 'hidden') return;
  const wanted = { type: 'active', predicate: ({ meta }: { meta?: unknown }) => meta === polled } as const;
  // A failure is told where the list is shown.
  void client.refetchQueries(wanted, { cancelRefetch: false });
}
