import type { RecordedEvent } from './event.js';

/** What other services are told; JSON on the wire, `recordedAt` in ISO 8601. */
export interface IntegrationEvent<Type extends string = string, Data = unknown> {
  eventId: string;
  type: Type;
  version: number;
  streamId: string;
  streamVersion: number;
  recordedAt: string;
  correlationId: string;
  causationId?: string;
  actor?: string;
  traceparent?: string;
  data: Data;
}

/** The integration event of a domain event: its identity and metadata round a type, version and data of their own. */
export function integrationEventOf<Type extends string, Data>(
  event: RecordedEvent,
  published: { type: Type; version?: number; data: Data },
): IntegrationEvent<Type, Data> {
  return {
    eventId: event.eventId,
    type: published.type,
    version: published.version ?? 1,
    streamId: event.streamId,
    streamVersion: event.streamVersion,
    recordedAt: event.recordedAt.toISOString(),
    ...event.metadata,
    data: published.data,
  };
}

/** `<service>.<Type>.v<version>`, where the service is the stream's name in lower case. */
export function subjectOf(streamName: string, event: Pick<IntegrationEvent, 'type' | 'version'>): string {
  return `${streamName.toLowerCase()}.${event.type}.v${event.version}`;
}
