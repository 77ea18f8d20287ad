import type { Route } from '@candid/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../query/use-read';

/** An event may travel faster than the view it changes: what it makes stale is asked for now and three times more. */
const againAfterMs = [0, 1_000, 4_000, 15_000];

/** Refetches that follow live events; a newer event of the same kind starts its series anew. */
export class SettlingRefetch {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>[]>();

  constructor(private readonly queryClient: QueryClient) {}

  schedule(route: Route, input: { params?: unknown } = {}, delaysMs: readonly number[] = againAfterMs): void {
    const queryKey = keyOf(route, input);
    const name = JSON.stringify(queryKey);
    this.timers.get(name)?.forEach(clearTimeout);
    this.timers.set(
      name,
      delaysMs.map((delayMs) => setTimeout(() => void this.queryClient.invalidateQueries({ queryKey }), delayMs)),
    );
  }

  stop(): void {
    for (const timers of this.timers.values()) timers.forEach(clearTimeout);
    this.timers.clear();
  }
}
