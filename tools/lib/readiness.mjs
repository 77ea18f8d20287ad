import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { http } from './http.mjs';

const pollMs = 100;
const requestTimeoutMs = 3_000;

/** The body of `<address>/health/ready` and whether it said 200; { ready: false } while nothing answers. */
export async function askReady(opsAddress) {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const [response] = await once(http.get(`${opsAddress}/health/ready`, { signal }), 'response');
    return { ready: response.statusCode === 200, answer: await text(response) };
  } catch (error) {
    return { ready: false, answer: error.code ?? error.message };
  }
}

/** Resolves once the part says that it is ready, or when `signal` aborts. Throws with its last answer after `timeoutMs`. */
export async function untilReady({ name, opsAddress, timeoutMs, signal }) {
  const deadline = Date.now() + timeoutMs;
  while (!signal?.aborted) {
    const { ready, answer } = await askReady(opsAddress);
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${timeoutMs / 1000} s: ${answer}`);
    await delay(pollMs);
  }
}
