import { setTimeout as delay } from 'node:timers/promises';

export const realClock = {
  now: () => performance.now(),
  /** Overdue work waits for no timer: a delayed generator sends all of it at once. */
  until: async (ms) => {
    const leftMs = ms - performance.now();
    if (leftMs > 0) await delay(leftMs);
  },
};

/** Intended moments of a Poisson process, in milliseconds from `startMs` up to and without `endMs`. */
export function* poissonArrivals({ ratePerSecond, random, startMs, endMs }) {
  for (let dueMs = startMs; ; ) {
    dueMs += (-Math.log(1 - random.next()) / ratePerSecond) * 1_000;
    if (dueMs >= endMs) return;
    yield dueMs;
  }
}

/**
 * Open loop: calls `act(dueMs)` at each intended moment and waits for no answer before the next. A late call keeps its
 * intended moment. Resolves when all calls are answered; `act` must not reject.
 */
export async function openLoop(arrivals, act, clock = realClock) {
  const underWay = [];
  for (const dueMs of arrivals) {
    await clock.until(dueMs);
    underWay.push(act(dueMs));
  }
  await Promise.all(underWay);
}

/** Adds to `latencies` how long after its intended moment the work was done. Resolves to what the work resolved to. */
export async function timed(latencies, dueMs, work, clock = realClock) {
  try {
    return await work();
  } finally {
    latencies.add(clock.now() - dueMs);
  }
}
