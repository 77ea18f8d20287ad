import { publishedEventsRpc, type RequestContext } from '@candid/contracts';
import {
  DomainError,
  type EventPosition,
  EventStore,
  type IntegrationEvent,
  type RecordedEvent,
  startPosition,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { requireSupport } from '../rpc/require-support.js';
import { RpcHandler } from '../rpc/rpc-handler.js';

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
    async list(
      { types, cursor, limit }: z.output<typeof rpc.request>,
      context: RequestContext,
    ): Promise<z.input<typeof rpc.reply>> {
      requireSupport(context);
      const read = await this.store.readAfter(positionOf(cursor), limit);
      const wanted = new Set(types);
      const events = read.flatMap((recorded) => {
        const { eventId, correlationId, type, recordedAt, data } = toIntegrationEvent(recorded) ?? {};
        return type !== undefined && wanted.has(type) ? [{ eventId, correlationId, type, recordedAt, data }] : [];
      });
      const last = read.at(-1);
      return {
        events: events as z.input<typeof rpc.reply>['events'],
        cursor: last ? `${last.transactionId}-${last.globalPosition}` : (cursor ?? null),
        isLast: read.length < limit,
      };
    }
  }
  return PublishedEventsController;
}

function positionOf(cursor: string | undefined): EventPosition {
  if (cursor === undefined) return startPosition;
  const [, transactionId, globalPosition] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor) ?? [];
  if (!transactionId || !globalPosition) throw new DomainError('VALIDATION_FAILED', 'This is not a cursor of events.');
  return { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) };
}
