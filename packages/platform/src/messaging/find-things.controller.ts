import { type FoundThing, findThingsRpc, UserId } from '@candid/contracts';
import {
  type CorrelatedEvent,
  EventStore,
  findCorrelatedEvent,
  type ListedSupportAct,
  listCorrelatedEvents,
  listSupportActsOf,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';

export type OwnThing = FoundThing & { requestId: string | null };
export type ListCorrelatedEvents = typeof listCorrelatedEvents;
/** Returns the part of an event that support may know; undefined if nothing. */
export type TellEvent = (event: CorrelatedEvent) => CorrelatedEvent | undefined;

export const tellWhole: TellEvent = (event) => event;

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
export const userIdOf = (actor: string | null): UserId | null => UserId.safeParse(actor).data ?? null;
