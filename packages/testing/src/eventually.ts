import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const GROWTH = 1.3;

/**
 * Waits for effects of other processes if there is no event to await. Pauses grow from 20 ms, so that polling does not
 * load a slow machine. After `withinMs`, throws the last failure of `assertion`.
 */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { withinMs = 90_000, everyMs }: { withinMs?: number; everyMs?: number } = {},
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(everyMs ?? pause);
  }
}
