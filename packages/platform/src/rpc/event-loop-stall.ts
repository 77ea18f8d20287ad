const TICK_MS = 100;
/** In so long, the event loop takes in what came while it stood still. */
const AFTERMATH_MS = 20;

let lastTickAt = performance.now();
let stallMs = 0;

setInterval(() => {
  const now = performance.now();
  const lateMs = now - lastTickAt - TICK_MS;
  lastTickAt = now;
  if (lateMs < TICK_MS) return;
  stallMs = lateMs;
  setTimeout(() => {
    stallMs = 0;
  }, AFTERMATH_MS);
}, TICK_MS).unref();

/**
 * How long a message that is read now may have waited in this process: the event loop stood still so long, because the process
 * was frozen or busy. 0 in the normal case. It needs no clock of another machine.
 */
export const eventLoopStall = (): number => stallMs;
