import { type PublishedEvent, publishedEventsRpc, publishedIdsRpc } from '@candid/contracts';
import {
  DomainError,
  type EventPosition,
  type EventStore,
  type IntegrationEvent,
  type RecordedEvent,
  sessionOfClient,
  startPosition,
  subjectOf,
  type ToIntegrationEvent,
} from '@candid/event-store';
import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import { streamNameOf } from '../nats/streams.js';
import { storeController } from './store-controller.js';

export const cursorOf = ({ globalPosition }: EventPosition): string => String(globalPosition);

/** @throws DomainError `VALIDATION_FAILED` */
export function positionOf(cursor: string | undefined): EventPosition {
  if (cursor === undefined) return startPosition;
  if (!/^\d{1,18}$/.test(cursor)) throw new DomainError('VALIDATION_FAILED', 'This is not a cursor of events.');
  return { globalPosition: BigInt(cursor) };
}

/** Lists events, so that other services can check their work. The event table, unlike JetStream, keeps every event. */
export function publishedEventsController(
  service: string,
  toIntegrationEvent: (event: RecordedEvent) => IntegrationEvent | undefined,
): Type {
  return storeController(publishedEventsRpc(service), async ({ types, cursor, limit }, store) => {
    const read = await store.readAfter(positionOf(cursor), limit);
    const wanted = new Set(types);
    const events = read.flatMap((recorded) => {
      const { eventId, correlationId, type, recordedAt, data } = toIntegrationEvent(recorded) ?? {};
      return type !== undefined && wanted.has(type) ? [{ eventId, correlationId, type, recordedAt, data }] : [];
    });
    const last = read.at(-1);
    return {
      events: events as z.input<typeof PublishedEvent>[],
      cursor: last ? cursorOf(last) : (cursor ?? null),
      isLast: read.length < limit,
    };
  });
}

/** Events that were published within this time may not have arrived yet. */
const UNDER_WAY_MS = 60_000;

/** Answers `rpc.<service>.listPublishedIds` from the event table, because JetStream may have lost events. */
export function publishedIdsController(
  service: string,
  toIntegrationEvent: ToIntegrationEvent,
  { underWayMs = UNDER_WAY_MS }: { underWayMs?: number } = {},
): Type {
  const settledMsOf = async (store: EventStore) => {
    const { rows } = await store.pool.query<{ now: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    );
    return Number(rows[0]!.now) - underWayMs;
  };

  return storeController(publishedIdsRpc(service), async (request, store) => {
    const { subjects, cursor, limit, withNewest, withEvents } = request;
    const settledMs = withNewest ? undefined : await settledMsOf(store);
    const read = await settledAfter(store, cursor, limit, settledMs);
    const session = sessionOfClient(store.pool);
    const published = await Promise.all(read.map((event) => toIntegrationEvent(event, session)));
    const wanted = new Set(subjects);
    const events = published.flatMap((event) => {
      const subject = event && subjectOf(streamNameOf(service), event);
      if (subject === undefined || !wanted.has(subject)) return [];
      const { eventId, recordedAt } = event!;
      return [{ eventId, subject, recordedAt, ...(withEvents && { event }) }];
    });
    const last = read.at(-1);
    const isLast = read.length < limit;
    const completeUntil = isLast && settledMs !== undefined ? new Date(settledMs).toISOString() : undefined;
    return { events, withNewest, cursor: last ? cursorOf(last) : cursor, isLast, completeUntil };
  });
}

/** Returns the events before the first one that was recorded after `settledMs`. */
async function settledAfter(store: EventStore, cursor: string, limit: number, settledMs = Infinity) {
  const read = await store.readAfter(positionOf(cursor), limit);
  const firstNew = read.findIndex((event) => event.recordedAt.getTime() > settledMs);
  return firstNew === -1 ? read : read.slice(0, firstNew);
}
