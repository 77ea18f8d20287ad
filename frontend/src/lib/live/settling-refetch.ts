import type { Route } from '@candid/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../query/use-read';

/** An event may arrive before the projection that it changes. Stale data is therefore fetched at once and three times more. */
const againAfterMs = [0, 1_000, 4_000, 15_000];

/** Refetches after live events. A newer event of the same kind restarts its series. */
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
