import { awaitInboxRpc, type Consumer, type RequestContext } from '@candid/contracts';
import type { RpcClient } from './rpc-client.js';

const WAIT_MS = 2_000;

/**
 * Waits a bounded time until the consumer has handled these events and its service's read models show it, so that the next
 * read does. Never fails.
 */
export async function awaitConsumer(
  rpc: RpcClient,
  { service, name }: Consumer,
  eventIds: readonly string[],
  context: RequestContext,
): Promise<void> {
  if (eventIds.length === 0) return;
  const request = { subscriber: name, eventIds: [...eventIds], waitMs: WAIT_MS };
  await rpc.call(awaitInboxRpc(service), request, context, { timeoutMs: WAIT_MS + 500 }).catch(() => undefined);
}
