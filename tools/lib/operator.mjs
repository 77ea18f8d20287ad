import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJson } from './json-file.mjs';
import { dataDirectory } from './options.mjs';
import { liveRun } from './run-file.mjs';

const connectTimeoutMs = 5_000;

/** @returns `NATS_URL`, or the address of the system that runs from the data directory. @throws if there is neither */
export function operatorNatsUrl(data) {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const directory = dataDirectory(data);
  if (!liveRun(directory)) throw new Error('Start the system first (npm start), or give NATS_URL.');
  return readJson(path.join(directory, 'environment.json')).operator.NATS_URL;
}

/** @throws if no server answers within 5 s. A service retries without end, but an operator should not wait. */
async function connected(connectNats, natsUrl, name) {
  const late = delay(connectTimeoutMs, undefined, { ref: false });
  const nats = await Promise.race([connectNats(natsUrl, name), late]);
  if (!nats) throw new Error(`No NATS server answers at ${natsUrl}.`);
  return nats;
}

/** Gives `use` a function that sends operator messages. @returns the result of `use`. @throws if a service refuses */
export async function asOperator({ natsUrl, name, timeoutMs }, use) {
  // Imported late: a command that only prints its usage must not wait for the build.
  const { connectNats, RpcClient } = await import('@candid/platform');
  const nats = await connected(connectNats, natsUrl, name);
  const rpc = new RpcClient(nats, timeoutMs);
  const context = { requestId: randomUUID(), roles: [] };
  try {
    return await use((message, payload) => rpc.call(message, payload, context));
  } finally {
    await nats.close();
  }
}
