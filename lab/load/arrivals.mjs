import { setTimeout as delay } from 'node:timers/promises';

export const realClock = {
  now: () => performance.now(),
  /** Does not yield if the time has passed, so that a delayed generator sends all overdue requests together. */
  until: async (ms) => {
    const leftMs = ms - performance.now();
    if (leftMs > 0) await delay(leftMs);
  },
};

/** Times of a Poisson process in milliseconds, from `startMs` to before `endMs`. */
export function* poissonArrivals({ ratePerSecond, random, startMs, endMs }) {
  for (let dueMs = startMs; ; ) {
    dueMs += (-Math.log(1 - random.next()) / ratePerSecond) * 1_000;
    if (dueMs >= endMs) return;
    yield dueMs;
  }
}

/**
 * Open loop: calls `act(dueMs)` at each intended time without waiting for earlier answers. A late call keeps its
 * intended time. Resolves when all calls are answered; `act` must not reject.
 */
export async function openLoop(arrivals, act, clock = realClock) {
  const underWay = [];
  for (const dueMs of arrivals) {
    await clock.until(dueMs);
    underWay.push(act(dueMs));
  }
  await Promise.all(underWay);
}

/** Adds to `latencies` the time from `dueMs` to the end of the work. Resolves to the work's result. */
export async function timed(latencies, dueMs, work, clock = realClock) {
  try {
    return await work();
  } finally {
    latencies.add(clock.now() - dueMs);
  }
}
