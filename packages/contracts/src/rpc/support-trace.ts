import { z } from 'zod';
import { UserId } from '../ids.js';
import { supportLookup, supportLookupOrOperator } from './access.js';
import { defineRpc } from './rpc.js';

/** A thing that support looks for by what it has in hand. `id` is what the kind's own call takes. */
export const FoundThing = z.object({
  kind: z.enum(['account', 'photo', 'assessment', 'transfer', 'event', 'request']),
  id: z.string(),
  /** Its owner's, or who asked for it. */
  userId: UserId.nullable(),
  title: z.string(),
  at: z.string().nullable(),
});
export type FoundThing = z.infer<typeof FoundThing>;

/** Asked of any service by support: what does it have under this id? `requestId` is what the thing came of. */
export const findThingsRpc = (service: string) =>
  defineRpc(
    `${service}.findThings`,
    supportLookup,
    z.object({ id: z.string().min(1).max(254) }),
    z.object({ things: z.array(FoundThing.extend({ requestId: z.string().nullable() })) }),
  );

/** One step on the way of a request through the services; a mail without its content and address. */
export const TimelineStep = z.object({
  at: z.string(),
  kind: z.enum(['request', 'command', 'event', 'transfer', 'mail']),
  service: z.string(),
  title: z.string(),
  id: z.string(),
  userId: UserId.nullable(),
  detail: z.string().nullable(),
  state: z.string().nullable(),
});
export type TimelineStep = z.infer<typeof TimelineStep>;

/** A step with its request, as a service reports it; an event also has its command, its route and its causing event. */
export const ToldStep = TimelineStep.extend({
  requestId: z.string(),
  command: z.string().nullish(),
  route: z.string().nullish(),
  causeEventId: z.string().nullish(),
});
export type ToldStep = z.infer<typeof ToldStep>;

/** Asked of any service by support: what became of these requests? In order of time, of each kind the first `limit`. */
export const listTimelineRpc = (service: string) =>
  defineRpc(
    `${service}.listTimeline`,
    supportLookupOrOperator,
    z.object({ requestIds: z.array(z.string().max(128)).min(1).max(20), limit: z.int().min(1).max(200) }),
    z.object({ steps: z.array(ToldStep) }),
  );
