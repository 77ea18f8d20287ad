import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../paths.mjs';

/** Enough for a 99th percentile in a minute or two, and next to nothing for the cores. */
export const floorRatePerSecond = 5;

/** Starts a bare server. Its latencies are the machine's own: other programs, waits for a core, the generator. */
export async function startFloor() {
  const child = fork(fromRoot('tools', 'lib', 'load', 'bare-server.mjs'));
  const [port] = await once(child, 'message');
  return { address: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
