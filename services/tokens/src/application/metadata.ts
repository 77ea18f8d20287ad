import type { RequestContext } from '@candid/contracts';
import type { EventMetadata } from '@candid/event-store';

/** What a request causes carries its id and who asked. */
export function metadataOfRequest({ requestId, userId, traceparent }: RequestContext): EventMetadata {
  return { correlationId: requestId, ...(userId && { actor: userId }), ...(traceparent && { traceparent }) };
}

/** The part of an integration event that what it causes carries on. */
export interface CauseEvent {
  eventId: string;
  correlationId: string;
  actor?: string | undefined;
  traceparent?: string | undefined;
}

export function metadataOfEvent({ eventId, correlationId, actor, traceparent }: CauseEvent): EventMetadata {
  return { correlationId, causationId: eventId, ...(actor && { actor }), ...(traceparent && { traceparent }) };
}

/** As it is stored with work for later. */
export const causeOf = ({ eventId, correlationId, actor, traceparent }: CauseEvent): CauseEvent => ({
  eventId,
  correlationId,
  actor,
  traceparent,
});
