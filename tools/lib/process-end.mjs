import { say } from './say.mjs';

export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Exits with the code that `work` resolves to, or 0; if `work` throws, prints the message and exits with 1. */
export async function exitWith(work) {
  try {
    process.exit((await work()) ?? 0);
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}

/** Keeps the process alive on signals. Returns a function that tells whether a signal has arrived. */
export function outliveSignals() {
  let interrupted = false;
  for (const signal of endSignals)
    process.on(signal, () => {
      interrupted = true;
    });
  return () => interrupted;
}

export function stopOnSignal(stop) {
  for (const signal of endSignals) process.once(signal, () => void stop().finally(() => process.exit(130)));
}
