import { z } from 'zod';
import { SERVICE_KINDS, serviceOnly } from './access.js';
import { defineRpc } from './rpc.js';

export const PublishedEvent = z.object({
  eventId: z.string(),
  correlationId: z.string(),
  type: z.string(),
  recordedAt: z.string(),
  data: z.unknown(),
});
export type PublishedEvent = z.infer<typeof PublishedEvent>;

/** Lists events after `cursor` in order, without the newest, which may not have reached consumers yet. */
export const publishedIdsRpc = (service: string) =>
  defineRpc(
    `${service}.listPublishedIds`,
    serviceOnly(...SERVICE_KINDS),
    z.object({
      subjects: z.array(z.string()).min(1).max(50),
      cursor: z.string().max(100),
      limit: z.int().min(1).max(1000),
      /** Includes the newest events, which consumers may not have received yet. */
      withNewest: z.boolean().default(false),
      withEvents: z.boolean().default(false),
    }),
    z.object({
      events: z.array(
        z.object({
          eventId: z.string(),
          subject: z.string(),
          /** Absent if the service runs version 0.1.0. */
          recordedAt: z.iso.datetime().optional(),
          event: z.unknown().optional(),
        }),
      ),
      /** False if the service runs version 0.1.0, which ignores `withNewest`. */
      withNewest: z.boolean().default(false),
      cursor: z.string(),
      isLast: z.boolean(),
      /** The pages contain all events from before this time. Absent before the last page, and with `withNewest`. */
      completeUntil: z.iso.datetime().optional(),
    }),
  );

/** For reconciliation. Searches the next `limit` events. A new call continues at `cursor`, even after the last page. */
export const publishedEventsRpc = (service: string) =>
  defineRpc(
    `${service}.listPublishedEvents`,
    serviceOnly('tokens', 'tokens-worker'),
    z.object({
      types: z.array(z.string()).min(1).max(50),
      cursor: z.string().max(100).optional(),
      limit: z.int().min(1).max(1000),
    }),
    z.object({ events: z.array(PublishedEvent), cursor: z.string().nullable(), isLast: z.boolean() }),
  );
