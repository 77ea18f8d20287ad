import type { EventMetadata } from '@candid/event-store';
import type { ReceivedEvent } from '@candid/platform';

/** The metadata of what is appended because of another service's event. */
export function causedBy({ eventId, correlationId, actor, traceparent }: ReceivedEvent): EventMetadata {
  return {
    correlationId,
    causationId: eventId,
    ...(actor !== undefined && { actor }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** In the one form in which dates compare as text. */
export const utc = (date: string): string => new Date(date).toISOString();
