import {
  correlatedEventsRpc,
  type FoundThing,
  findThingsRpc,
  listSupportActsRpc,
  listTimelineRpc,
  newestActsFirst,
  type SupportActEntry,
  type SupportActPlace,
  type ToldStep,
  UserId,
} from '@candid/contracts';
import {
  type CorrelatedEvent,
  EventStore,
  findCorrelatedEvent,
  type ListedSupportAct,
  listCorrelatedEvents,
  listSupportActs,
  listSupportActsOf,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';

export type OwnThing = FoundThing & { requestId: string | null };
type ListCorrelatedEvents = typeof listCorrelatedEvents;
/** Returns the part of an event that support may know; undefined if nothing. */
export type TellEvent = (event: CorrelatedEvent) => CorrelatedEvent | undefined;

const tellWhole: TellEvent = (event) => event;

export interface OwnTrace {
  /** Finds things that the service stores under a UUID, each by an index. */
  findByUuid?: (session: SqlSession, id: string) => Promise<OwnThing[]>;
  /** Finds things of a request other than its events. */
  findRequest?: (session: SqlSession, requestId: string) => Promise<OwnThing[]>;
  /** Replaces the search for a request's events by the index of `correlationIndexSql`. */
  listEvents?: ListCorrelatedEvents;
  tellEvent?: TellEvent;
}

const Uuid = z.uuid();

/**
 * The controller that answers support what the service has under an id: `rpc.<service>.findThings`. Its events and the
 * requests they came of, and what is its own.
 */
export function findThingsController(service: string, own: OwnTrace = {}): Type {
  const rpc = findThingsRpc(service);
  const { findByUuid, findRequest, listEvents = listCorrelatedEvents, tellEvent = tellWhole } = own;

  @Controller()
  class FindThingsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async find({ id }: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const session = sessionOfClient(this.store.pool);
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
    }
  }
  return FindThingsController;
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

/** An actor that is a part of the system is nobody's id. */
const userIdOf = (actor: string | null): UserId | null => UserId.safeParse(actor).data ?? null;

export interface OwnTimeline {
  /** Replaces the search for a request's events by the index of `correlationIndexSql`. */
  listEvents?: ListCorrelatedEvents;
  tellEvent?: TellEvent;
  /** Lists further effects of the requests, given their events. */
  listFurther?: (session: SqlSession, requestIds: string[], events: CorrelatedEvent[]) => Promise<ToldStep[]>;
}

/** The controller that tells support what became of requests in the service: `rpc.<service>.listTimeline`. */
export function listTimelineController(service: string, own: OwnTimeline = {}): Type {
  const rpc = listTimelineRpc(service);
  const { listFurther, listEvents = listCorrelatedEvents, tellEvent = tellWhole } = own;

  @Controller()
  class ListTimelineController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list({ requestIds, limit }: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const session = sessionOfClient(this.store.pool);
      const events = await listEvents(session, requestIds, limit);
      const acts = await listSupportActsOf(session, requestIds);
      const further = (await listFurther?.(session, requestIds, events)) ?? [];
      const steps = [
        ...acts.map((act) => stepOfAct(service, act)),
        ...events.flatMap((event) => tellEvent(event) ?? []).map((event) => stepOf(service, event)),
        ...further,
      ];
      return { steps: steps.sort((one, other) => one.at.localeCompare(other.at)) };
    }
  }
  return ListTimelineController;
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

/** Lists other records of support's calls that a service keeps, newest first. */
export type ListOthers = (
  session: SqlSession,
  page: { before?: SupportActPlace | undefined; limit: number },
) => Promise<SupportActEntry[]>;

/** The controller that shows support the service's part of the audit log: `rpc.<service>.listSupportActs`. */
export function supportActsController(service: string, listOthers?: ListOthers): Type {
  const rpc = listSupportActsRpc(service);

  @Controller()
  class SupportActsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list(page: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const session = sessionOfClient(this.store.pool);
      const [acts, others = []] = await Promise.all([listSupportActs(session, page), listOthers?.(session, page)]);
      return { entries: newestActsFirst([...acts.map(entryOf), ...others]).slice(0, page.limit) };
    }
  }
  return SupportActsController;
}

const entryOf = ({ call, outcome, userId, ...act }: ListedSupportAct): SupportActEntry => ({
  ...act,
  call: call ?? act.message,
  actorId: userIdOf(userId),
  outcome: { status: null, code: outcome === 'ok' ? null : outcome },
});

/**
 * The controller that answers support which events came of a request: `rpc.<service>.listCorrelatedEvents`. The service's
 * events need the index of `correlationIndexSql`.
 */
export function correlatedEventsController(service: string, tellEvent: TellEvent = tellWhole): Type {
  const rpc = correlatedEventsRpc(service);

  @Controller()
  class CorrelatedEventsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list({ correlationIds, limit }: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const events = await listCorrelatedEvents(sessionOfClient(this.store.pool), correlationIds, limit);
      return { events: events.flatMap((event) => tellEvent(event) ?? []).map((event) => ({ ...event, service })) };
    }
  }
  return CorrelatedEventsController;
}
