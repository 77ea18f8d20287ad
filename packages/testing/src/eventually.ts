import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Repeats the assertion, every 20 ms unless `everyMs` is given, until it holds, and returns what it returned; after `withinMs` (20 000 unless given) throws its
 * last failure. For effects of other processes, where there is no event to await.
 */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { withinMs = 20_000, everyMs = POLL_MS }: { withinMs?: number; everyMs?: number } = {},
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(everyMs);
  }
}
