import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectNats, type NatsConnection, type RequestContext, RpcClient } from '@candid/platform';
import type { ServiceCall } from '../services/services.js';

const CONNECT_MS = 5_000;

/** Gives `use` a function that sends messages as the operator. @returns the result of `use`. @throws if no server answers within 5 s */
export async function asOperator<Result>(
  { natsUrl, ca, timeoutMs }: { natsUrl: string; ca?: string | undefined; timeoutMs: number },
  use: (call: ServiceCall, nats: NatsConnection) => Promise<Result>,
): Promise<Result> {
  // `connectNats` retries forever, but an operator should not wait.
  const late = delay(CONNECT_MS, undefined, { ref: false });
  const nats = await Promise.race([connectNats(natsUrl, 'operator', { ca }), late]);
  if (!nats) throw new Error(`No NATS server answers at ${natsUrl.replace(/^.*@|^\w+:\/\//, '')}.`);
  const rpc = new RpcClient(nats, timeoutMs);
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  try {
    return await use((message, request, options) => rpc.call(message, request, context, options), nats);
  } finally {
    await nats.close();
  }
}
