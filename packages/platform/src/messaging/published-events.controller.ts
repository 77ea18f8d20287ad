import { publishedEventsRpc } from '@candid/contracts';
import { EventStore, type IntegrationEvent, type RecordedEvent } from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { cursorOf, positionOf } from './event-cursor.js';

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
