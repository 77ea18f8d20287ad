import { z } from 'zod';
import { supportLookupOrOperator } from './access.js';
import { defineRpc } from './rpc.js';

/** The parts of an event that may be shown outside its service: neither its content nor the person who caused it. */
export const CorrelatedEvent = z.object({
  eventId: z.string(),
  service: z.string(),
  type: z.string(),
  streamId: z.string(),
  at: z.string(),
  correlationId: z.string(),
  causeEventId: z.string().nullable(),
  /** The message, subscriber, queue or job that recorded the event. Null for older events. */
  command: z.string().nullable(),
  /** The id of the call that made it; null where no person's call did, and for events of earlier versions. */
  route: z.string().nullable(),
});
export type CorrelatedEvent = z.infer<typeof CorrelatedEvent>;

/** Asked of any service by support: which events came of these requests? In reading order, the first `limit` of them. */
export const correlatedEventsRpc = (service: string) =>
  defineRpc(
    `${service}.listCorrelatedEvents`,
    supportLookupOrOperator,
    z.object({ correlationIds: z.array(z.string().max(128)).min(1).max(20), limit: z.int().min(1).max(200) }),
    z.object({ events: z.array(CorrelatedEvent) }),
  );
