import { z } from 'zod';
import { defineRpc } from './rpc.js';

/** An event as it was published. */
export const PublishedEvent = z.object({
  eventId: z.string(),
  correlationId: z.string(),
  type: z.string(),
  recordedAt: z.string(),
  data: z.unknown(),
});
export type PublishedEvent = z.infer<typeof PublishedEvent>;

/**
 * Asked of a service by another's reconciliation: what did you publish of these types? `limit` events are looked through;
 * `cursor` is where to go on from, also later, once there is more.
 */
export const publishedEventsRpc = (service: string) =>
  defineRpc(
    `${service}.listPublishedEvents`,
    z.object({
      types: z.array(z.string()).min(1).max(50),
      cursor: z.string().max(100).optional(),
      limit: z.int().min(1).max(1000),
    }),
    z.object({ events: z.array(PublishedEvent), cursor: z.string().nullable(), isLast: z.boolean() }),
  );
