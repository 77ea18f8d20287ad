import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJson } from './json-file.mjs';
import { dataDirectory } from './options.mjs';
import { liveRun } from './run-file.mjs';

const connectTimeoutMs = 5_000;

/** Where the services listen: at `NATS_URL`, or those of the system that runs from the data directory. */
export function operatorNatsUrl(data) {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const directory = dataDirectory(data);
  if (!liveRun(directory)) throw new Error('Start the system first (npm start), or give NATS_URL.');
  return readJson(path.join(directory, 'environment.json')).operator.NATS_URL;
}

/** Throws where nobody listens there: a service would wait for it, a person does not. */
async function connected(connectNats, natsUrl, name) {
  const late = delay(connectTimeoutMs);
  const nats = await Promise.race([connectNats(natsUrl, name), late]);
  if (!nats) throw new Error(`No NATS server answers at ${natsUrl}.`);
  return nats;
}

/** Gives `use` a call of messages that an operator may send, and answers what it answers. Throws where a service refuses. */
export async function asOperator({ natsUrl, name, timeoutMs }, use) {
  // Compiled: a command that only prints its usage does not wait for it.
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
