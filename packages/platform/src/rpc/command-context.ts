import type { RequestContext, Rpc } from '@candid/contracts';
import type { CommandContext, EventMetadata } from '@candid/event-store';

/** The part of another service's event that its consequences carry on. */
export interface CauseEvent {
  eventId: string;
  correlationId: string;
  actor?: string | undefined;
  traceparent?: string | undefined;
}

export const causeOf = ({ eventId, correlationId, actor, traceparent }: CauseEvent): CauseEvent => ({
  eventId,
  correlationId,
  actor,
  traceparent,
});

/** The metadata of what is appended because of another service's event. */
export function causedBy({ eventId, correlationId, actor, traceparent }: CauseEvent): EventMetadata {
  return { correlationId, causationId: eventId, ...(actor && { actor }), ...(traceparent && { traceparent }) };
}

export function metadataOfRequest({ requestId, userId, traceparent }: RequestContext): EventMetadata {
  return { correlationId: requestId, ...(userId && { actor: userId }), ...(traceparent && { traceparent }) };
}

/** The key is the request's, under the message it came with: one request may lead to several messages. */
export function commandContext(rpc: Pick<Rpc, 'subject'>, context: RequestContext): CommandContext {
  const { idempotency } = context;
  return {
    metadata: metadataOfRequest(context),
    ...(idempotency && {
      idempotency: { key: `${rpc.subject}:${idempotency.key}`, fingerprint: idempotency.fingerprint },
    }),
  };
}
