import type { RequestContext, Rpc } from '@candid/contracts';
import { DomainError, type EventMetadata, type EventStore, IdempotencyKeyReusedError } from '@candid/event-store';
import type { ReceivedEvent } from '@candid/platform';

export interface IdempotencyKey {
  key: string;
  fingerprint: string;
}

/** On whose behalf a command is done, and how its repeat is known. */
export interface CommandContext {
  metadata: EventMetadata;
  idempotency?: IdempotencyKey;
}

/** The key is the request's, under the message it came with: one request leads to several messages. */
export function commandContext(rpc: Rpc, context: RequestContext): CommandContext {
  const { requestId, userId, traceparent, idempotency } = context;
  return {
    metadata: { correlationId: requestId, ...(userId && { actor: userId }), ...(traceparent && { traceparent }) },
    ...(idempotency && {
      idempotency: { key: `${rpc.subject}:${idempotency.key}`, fingerprint: idempotency.fingerprint },
    }),
  };
}

/** What an integration event causes carries on its correlation. */
export function metadataOf({ eventId, correlationId, actor, traceparent }: ReceivedEvent): EventMetadata {
  return { correlationId, causationId: eventId, ...(actor && { actor }), ...(traceparent && { traceparent }) };
}

/** The first answer to the same request; undefined for a new request or one without a key. */
export async function firstAnswer<Answer>(
  store: EventStore,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer | undefined> {
  if (!idempotency) return undefined;
  const found = await refusingReuse(store.findAnswer(idempotency.key, idempotency.fingerprint));
  return found?.answer as Answer | undefined;
}

/** The same key with another body is the client's mistake. */
export async function refusingReuse<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof IdempotencyKeyReusedError)) throw error;
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
  }
}
