import { setTimeout as delay } from 'node:timers/promises';

export const realClock = {
  now: () => performance.now(),
  /** Starts no timer if `ms` has passed, so that a delayed generator sends all overdue requests together. */
  until: async (ms) => {
    const leftMs = ms - performance.now();
    if (leftMs > 0) await delay(leftMs);
  },
};

/** Yields the times of a Poisson process in milliseconds, from `startMs` to before `endMs`. */
export function* poissonArrivals({ ratePerSecond, random, startMs, endMs }) {
  for (let dueMs = startMs; ; ) {
    dueMs += (-Math.log(1 - random.next()) / ratePerSecond) * 1_000;
    if (dueMs >= endMs) return;
    yield dueMs;
  }
}

/**
 * Calls `act(dueMs)` at each intended time without waiting for earlier answers (open loop). A call that starts late
 * keeps its intended time. Resolves when all calls are answered; `act` must not reject.
 */
export async function openLoop(arrivals, act, clock = realClock) {
  const underWay = [];
  for (const dueMs of arrivals) {
    await clock.until(dueMs);
    underWay.push(act(dueMs));
  }
  await Promise.all(underWay);
}

/** Runs the work, adds the time from `dueMs` to its end to `latencies`, and resolves to its result. */
export async function timed(latencies, dueMs, work, clock = realClock) {
  try {
    return await work();
  } finally {
    latencies.add(clock.now() - dueMs);
  }
}
