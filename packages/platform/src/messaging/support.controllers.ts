import {
  correlatedEventsRpc,
  type FoundThing,
  findThingsRpc,
  listSupportActsRpc,
  listTimelineRpc,
  newestActsFirst,
  type SupportActEntry,
  type ToldStep,
  UserId,
} from '@candid/contracts';
import {
  type CorrelatedEvent,
  findCorrelatedEvent,
  type ListedSupportAct,
  listCorrelatedEvents,
  listSupportActs,
  listSupportActsOf,
  type SqlSession,
  type SupportActsPage,
  sessionOfClient,
} from '@candid/event-store';
import type { Type } from '@nestjs/common';
import { z } from 'zod';
import { storeController } from './store-controller.js';

export type OwnThing = FoundThing & { requestId: string | null };
type ListCorrelatedEvents = typeof listCorrelatedEvents;
/** Returns the part of an event that support staff may see, or undefined. */
export type TellEvent = (event: CorrelatedEvent) => CorrelatedEvent | undefined;

const tellWhole: TellEvent = (event) => event;

export interface OwnTrace {
  /** Finds things that the service stores under this UUID. Every look-up must use an index. */
  findByUuid?: (session: SqlSession, id: string) => Promise<OwnThing[]>;
  findRequest?: (session: SqlSession, requestId: string) => Promise<OwnThing[]>;
  /** Replaces the default search for a request's events. The default needs the index of `correlationIndexSql`. */
  listEvents?: ListCorrelatedEvents;
  tellEvent?: TellEvent;
}

const Uuid = z.uuid();

export function findThingsController(service: string, own: OwnTrace = {}): Type {
  const { findByUuid, findRequest, listEvents = listCorrelatedEvents, tellEvent = tellWhole } = own;
  return storeController(findThingsRpc(service), async ({ id }, store) => {
    const session = sessionOfClient(store.pool);
    const isUuid = Uuid.safeParse(id).success;
    const [things, requests, event, [first], [act]] = await Promise.all([
      isUuid ? findByUuid?.(session, id) : undefined,
      findRequest?.(session, id),
      isUuid ? findCorrelatedEvent(session, id) : undefined,
      listEvents(session, [id], 1),
      listSupportActsOf(session, [id]),
    ]);
    const [toldEvent, toldFirst] = [event && tellEvent(event), first && tellEvent(first)];
    const request = act ? thingOfAct(act) : toldFirst && thingOfRequest(toldFirst);
    const found = [toldEvent && thingOfEvent(toldEvent), request].filter((thing) => thing !== undefined);
    return { things: [...(things ?? []), ...(requests ?? []), ...found] };
  });
}

const thingOfEvent = (event: CorrelatedEvent): OwnThing => ({
  kind: 'event',
  id: event.eventId,
  userId: userIdOf(event.actor),
  title: event.type,
  at: event.at,
  requestId: event.correlationId,
});

const thingOfRequest = (first: CorrelatedEvent): OwnThing => ({
  ...thingOfEvent(first),
  kind: 'request',
  id: first.correlationId,
});

const thingOfAct = (act: ListedSupportAct): OwnThing => ({
  kind: 'request',
  id: act.requestId,
  userId: userIdOf(act.userId),
  title: act.call ?? act.message,
  at: new Date(act.at).toISOString(),
  requestId: act.requestId,
});

/** Returns null if the actor is not a person but a part of the system. */
const userIdOf = (actor: string | null): UserId | null => UserId.safeParse(actor).data ?? null;

export interface OwnTimeline extends Pick<OwnTrace, 'listEvents' | 'tellEvent'> {
  listFurther?: (session: SqlSession, requestIds: string[], events: CorrelatedEvent[]) => Promise<ToldStep[]>;
}

export function listTimelineController(service: string, own: OwnTimeline = {}): Type {
  const { listFurther, listEvents = listCorrelatedEvents, tellEvent = tellWhole } = own;
  return storeController(listTimelineRpc(service), async ({ requestIds, limit }, store) => {
    const session = sessionOfClient(store.pool);
    const events = await listEvents(session, requestIds, limit);
    const acts = await listSupportActsOf(session, requestIds);
    const further = (await listFurther?.(session, requestIds, events)) ?? [];
    const steps = [
      ...acts.map((act) => stepOfAct(service, act)),
      ...events.flatMap((event) => tellEvent(event) ?? []).map((event) => stepOf(service, event)),
      ...further,
    ];
    return { steps: steps.sort((one, other) => one.at.localeCompare(other.at)) };
  });
}

/** `state` is `ok` or the refusal's code. */
const stepOfAct = (service: string, act: ListedSupportAct): ToldStep => ({
  at: new Date(act.at).toISOString(),
  kind: 'request',
  service,
  title: act.call ?? act.message,
  id: act.requestId,
  userId: userIdOf(act.userId),
  detail: act.reason,
  state: act.outcome,
  requestId: act.requestId,
});

const stepOf = (service: string, event: CorrelatedEvent): ToldStep => ({
  at: event.at,
  kind: 'event',
  service,
  title: event.type,
  id: event.eventId,
  userId: userIdOf(event.actor),
  detail: event.streamId,
  state: null,
  requestId: event.correlationId,
  command: event.command,
  route: event.route,
  causeEventId: event.causeEventId,
});

/** Newest first. */
export type ListOthers = (session: SqlSession, page: SupportActsPage) => Promise<SupportActEntry[]>;

export function supportActsController(service: string, listOthers?: ListOthers): Type {
  return storeController(listSupportActsRpc(service), async (page, store) => {
    const session = sessionOfClient(store.pool);
    const [acts, others = []] = await Promise.all([listSupportActs(session, page), listOthers?.(session, page)]);
    return { entries: newestActsFirst([...acts.map(entryOf), ...others]).slice(0, page.limit) };
  });
}

const entryOf = ({ call, outcome, userId, ...act }: ListedSupportAct): SupportActEntry => ({
  ...act,
  call: call ?? act.message,
  actorId: userIdOf(userId),
  outcome: { status: null, code: outcome === 'ok' ? null : outcome },
});

/** The service's events need the index of `correlationIndexSql`. */
export function correlatedEventsController(service: string, tellEvent: TellEvent = tellWhole): Type {
  return storeController(correlatedEventsRpc(service), async ({ correlationIds, limit }, store) => {
    const events = await listCorrelatedEvents(sessionOfClient(store.pool), correlationIds, limit);
    return { events: events.flatMap((event) => tellEvent(event) ?? []).map((event) => ({ ...event, service })) };
  });
}
