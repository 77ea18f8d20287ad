import { publishedEventsRpc, publishedIdsRpc } from '@candid/contracts';
import {
  DomainError,
  type EventPosition,
  EventStore,
  type IntegrationEvent,
  type RecordedEvent,
  sessionOfClient,
  startPosition,
  subjectOf,
  type ToIntegrationEvent,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { streamNameOf } from '../nats/streams.js';
import { RpcHandler } from '../rpc/rpc-handler.js';

export const cursorOf = ({ transactionId, globalPosition }: EventPosition): string =>
  `${transactionId}-${globalPosition}`;

/** @throws DomainError `VALIDATION_FAILED` */
export function positionOf(cursor: string | undefined): EventPosition {
  if (cursor === undefined) return startPosition;
  const [, transactionId, globalPosition] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor) ?? [];
  if (!transactionId || !globalPosition) throw new DomainError('VALIDATION_FAILED', 'This is not a cursor of events.');
  return { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) };
}

/**
 * The controller that tells again what the service has published: `rpc.<service>.listPublishedEvents`. For those who check
 * that they have done everything that was due; JetStream forgets, the event table does not.
 */
export function publishedEventsController(
  service: string,
  toIntegrationEvent: (event: RecordedEvent) => IntegrationEvent | undefined,
): Type {
  const rpc = publishedEventsRpc(service);

  @Controller()
  class PublishedEventsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list({ types, cursor, limit }: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const read = await this.store.readAfter(positionOf(cursor), limit);
      const wanted = new Set(types);
      const events = read.flatMap((recorded) => {
        const { eventId, correlationId, type, recordedAt, data } = toIntegrationEvent(recorded) ?? {};
        return type !== undefined && wanted.has(type) ? [{ eventId, correlationId, type, recordedAt, data }] : [];
      });
      const last = read.at(-1);
      return {
        events: events as z.input<typeof rpc.reply>['events'],
        cursor: last ? cursorOf(last) : (cursor ?? null),
        isLast: read.length < limit,
      };
    }
  }
  return PublishedEventsController;
}

/** Events that were published more recently may still be on their way. */
const UNDER_WAY_MS = 60_000;

/** The controller that answers `rpc.<service>.listPublishedIds`, from the event table: JetStream may have lost what it lists. */
export function publishedIdsController(
  service: string,
  toIntegrationEvent: ToIntegrationEvent,
  { underWayMs = UNDER_WAY_MS }: { underWayMs?: number } = {},
): Type {
  const rpc = publishedIdsRpc(service);

  @Controller()
  class PublishedIdsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list({
      subjects,
      cursor,
      limit,
      withNewest,
      withEvents,
    }: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const settledMs = withNewest ? undefined : await this.settledMs();
      const read = await this.settledAfter(cursor, limit, settledMs);
      const session = sessionOfClient(this.store.pool);
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
    }

    /** Without events that are newer, and without those behind them. */
    private async settledAfter(cursor: string, limit: number, settledMs = Infinity): Promise<RecordedEvent[]> {
      const read = await this.store.readAfter(positionOf(cursor), limit);
      const firstNew = read.findIndex((event) => event.recordedAt.getTime() > settledMs);
      return firstNew === -1 ? read : read.slice(0, firstNew);
    }

    private async settledMs(): Promise<number> {
      const { rows } = await this.store.pool.query<{ now: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
      );
      return Number(rows[0]!.now) - underWayMs;
    }
  }
  return PublishedIdsController;
}
