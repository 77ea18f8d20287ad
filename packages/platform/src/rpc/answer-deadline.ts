import { AsyncLocalStorage } from 'node:async_hooks';

/** When nobody waits for the answer any more, on this process's monotonic clock. */
const storage = new AsyncLocalStorage<number>();

/** Runs `work` so that it can ask until when its answer is awaited. `timeoutMs` is the caller's, from now on. */
export const answerWithin = <Result>(timeoutMs: number | undefined, work: () => Result): Result =>
  timeoutMs === undefined ? work() : storage.run(performance.now() + timeoutMs, work);

/** Aborts when the caller of the message at hand has given up; undefined if there is no such caller. */
export function answerDeadline(): AbortSignal | undefined {
  const deadline = storage.getStore();
  return deadline === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
}
