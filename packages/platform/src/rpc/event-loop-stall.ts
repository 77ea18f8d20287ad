/** Interval of ticks while requests arrive. */
const TICK_MS = 100;
/** Interval at rest, so that a process without requests does not wake ten times a second. */
const RESTING_TICK_MS = 1_000;
/** Time that the event loop needs after a stall to read the messages that arrived meanwhile. */
const AFTERMATH_MS = 20;
/** Number of ticks whose delays are kept: half a minute under load, five minutes at rest. */
const TICKS_KEPT = 300;

const delaysMs: number[] = [];
let dueAt = performance.now() + RESTING_TICK_MS;
let stallMs = 0;
let isAsked = false;

function tick(): void {
  const now = performance.now();
  const lateMs = Math.max(0, now - dueAt);
  if (delaysMs.push(lateMs) > TICKS_KEPT) delaysMs.shift();
  if (lateMs >= TICK_MS) {
    stallMs = lateMs;
    setTimeout(() => {
      stallMs = 0;
    }, AFTERMATH_MS);
  }
  const pauseMs = isAsked ? TICK_MS : RESTING_TICK_MS;
  isAsked = false;
  dueAt = now + pauseMs;
  setTimeout(tick, pauseMs).unref();
}

setTimeout(tick, RESTING_TICK_MS).unref();

/** Returns the milliseconds of the latest event-loop stall. At rest, the result may be up to 1,000 ms too small. */
export const eventLoopStall = (): number => {
  isAsked = true;
  return stallMs;
};

/** Event-loop delay in milliseconds: of the last tick, and the 99th percentile of the last ticks. */
export function eventLoopDelay(): { lastMs: number; p99Ms: number } {
  const sorted = delaysMs.toSorted((one, other) => one - other);
  return { lastMs: delaysMs.at(-1) ?? 0, p99Ms: sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0 };
}
