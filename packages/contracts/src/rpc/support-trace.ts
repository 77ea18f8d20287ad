import { z } from 'zod';
import { UserId } from '../ids.js';
import { supportActOrOperator, supportLookup, supportLookupOrOperator } from './access.js';
import { defineRpc } from './rpc.js';

/** A thing that an id leads to. Pass the thing's `id` to the call that shows this kind of thing. */
export const FoundThing = z.object({
  kind: z.enum(['account', 'photo', 'assessment', 'transfer', 'event', 'request']),
  id: z.string(),
  /** Id of the thing's owner, or of the person who requested it. */
  userId: UserId.nullable(),
  title: z.string(),
  at: z.string().nullable(),
});
export type FoundThing = z.infer<typeof FoundThing>;

/** `requestId`: the request that caused the thing. */
export const findThingsRpc = (service: string) =>
  defineRpc(
    `${service}.findThings`,
    supportLookup,
    z.object({ id: z.string().min(1).max(254) }),
    z.object({ things: z.array(FoundThing.extend({ requestId: z.string().nullable() })) }),
  );

/** A step of kind `mail` contains neither the mail's content nor its address. */
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

/** Only events have the last three fields. */
export const ToldStep = TimelineStep.extend({
  requestId: z.string(),
  command: z.string().nullish(),
  route: z.string().nullish(),
  causeEventId: z.string().nullish(),
});
export type ToldStep = z.infer<typeof ToldStep>;

/** Returns the first `limit` steps of each kind, ordered by time. */
export const listTimelineRpc = (service: string) =>
  defineRpc(
    `${service}.listTimeline`,
    supportLookupOrOperator,
    z.object({ requestIds: z.array(z.string().max(128)).min(1).max(20), limit: z.int().min(1).max(200) }),
    z.object({ steps: z.array(ToldStep) }),
  );

/** An event without its content and without the person who caused it. */
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
  /** Id of the called route that caused the event; null if no person called one, and for older events. */
  route: z.string().nullable(),
});

/** Returns the first `limit` events in reading order. */
export const correlatedEventsRpc = (service: string) =>
  defineRpc(
    `${service}.listCorrelatedEvents`,
    supportLookupOrOperator,
    z.object({ correlationIds: z.array(z.string().max(128)).min(1).max(20), limit: z.int().min(1).max(200) }),
    z.object({ events: z.array(CorrelatedEvent) }),
  );

/** A time with microseconds, so that it equals the time in the database. */
const ExactTime = z.iso.datetime({ precision: 6 }).refine((at) => !at.startsWith('0000'));

export const SupportActPlace = z.object({ at: ExactTime, entryId: z.uuid() });
export type SupportActPlace = z.infer<typeof SupportActPlace>;

export const SupportActEntry = SupportActPlace.extend({
  /** `<service>.<message>` of the RPC; null for entries that the gateway or an earlier version made. */
  message: z.string().nullable(),
  /** Id of the route, as the caller stated it; otherwise the name of the message. */
  call: z.string(),
  /** Null if the call had no valid access token. */
  actorId: UserId.nullable(),
  targets: z.array(z.string()),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  requestId: z.string(),
  /** `status` is set only in entries of the gateway. A null outcome means that no answer was sent. */
  outcome: z.object({ status: z.int().nullable(), code: z.string().nullable() }).nullable(),
  /** Number of attempts without permission on that day (1 for other entries), and the last one's time. */
  times: z.int().min(1),
  lastAt: z.string(),
});
export type SupportActEntry = z.infer<typeof SupportActEntry>;

/** All times have microseconds and the same format, so that they sort correctly as text. */
export const newestActsFirst = (entries: readonly SupportActEntry[]): SupportActEntry[] =>
  entries.toSorted((one, other) => (`${one.at} ${one.entryId}` < `${other.at} ${other.entryId}` ? 1 : -1));

/** Newest first. */
export const listSupportActsRpc = (service: string) =>
  defineRpc(
    `${service}.listSupportActs`,
    supportLookup,
    z.object({ before: SupportActPlace.optional(), by: UserId.optional(), limit: z.int().min(1).max(101) }),
    z.object({ entries: z.array(SupportActEntry) }),
  );

/** A dead letter without its content. */
export const ListedDeadLetter = z.object({
  /** `<service>.<id>`, or `<service>.work.<id>` for a work item. */
  letterId: z.string(),
  service: z.string(),
  /** Subject of the event, or id of the work item. */
  subject: z.string(),
  /** The subscriber, or the work item's queue. */
  handler: z.string(),
  reason: z.string(),
  attempts: z.int(),
  failedAt: z.string(),
  eventId: z.string().nullable(),
});
export type ListedDeadLetter = z.infer<typeof ListedDeadLetter>;

export const listDeadLettersRpc = (service: string) =>
  defineRpc(
    `${service}.listDeadLetters`,
    supportLookupOrOperator,
    z.object({
      before: z.object({ failedAt: z.iso.datetime(), letterId: z.string() }).optional(),
      limit: z.int().min(1).max(101),
    }),
    z.object({ letters: z.array(ListedDeadLetter) }),
  );

/** `replayed` is true even for a repeat. Fails with NOT_FOUND, or with CONFLICT and the reason if the replay fails. */
export const replayDeadLetterRpc = (service: string) =>
  defineRpc(
    `${service}.replayDeadLetter`,
    supportActOrOperator,
    z.object({ letterId: z.string().min(1).max(400) }),
    z.object({ replayed: z.boolean() }),
  );
