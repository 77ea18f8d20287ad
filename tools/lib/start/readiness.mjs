import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** Uses `require`, because an import of `node:http` also loads the modules that `fetch` needs, which takes 0.1 s. */
const http = createRequire(import.meta.url)('node:http');

const pollMs = 100;
const requestTimeoutMs = 3_000;

export async function askReady(opsAddress) {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const [response] = await once(http.get(`${opsAddress}/health/ready`, { signal }), 'response');
    return { ready: response.statusCode === 200, answer: await text(response) };
  } catch (error) {
    return { ready: false, answer: error.code ?? error.message };
  }
}

/** Throws an error with the last answer after `timeoutMs`. Returns early if `signal` aborts. */
export async function untilReady({ name, opsAddress, timeoutMs, signal }) {
  const deadline = Date.now() + timeoutMs;
  while (!signal?.aborted) {
    const { ready, answer } = await askReady(opsAddress);
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${timeoutMs / 1000} s: ${answer}`);
    await delay(pollMs);
  }
}
