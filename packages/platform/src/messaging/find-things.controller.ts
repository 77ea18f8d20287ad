import { type FoundThing, findThingsRpc, type RequestContext, UserId } from '@candid/contracts';
import {
  type CorrelatedEvent,
  EventStore,
  findCorrelatedEvent,
  listCorrelatedEvents,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import { z } from 'zod';
import { requireSupport } from '../rpc/require-support.js';
import { RpcHandler } from '../rpc/rpc-handler.js';

export type OwnThing = FoundThing & { requestId: string | null };
export type ListCorrelatedEvents = typeof listCorrelatedEvents;

export interface OwnTrace {
  /** What the service keeps under a uuid, each by an index. */
  findByUuid?: (session: SqlSession, id: string) => Promise<OwnThing[]>;
  /** What it knows beside its events of a request. */
  findRequest?: (session: SqlSession, requestId: string) => Promise<OwnThing[]>;
  /** Where events are found by their request another way than by the index of `correlationIndexSql`. */
  listEvents?: ListCorrelatedEvents;
}

const Uuid = z.uuid();

/**
 * The controller that answers support what the service has under an id: `rpc.<service>.findThings`. Its events and the
 * requests they came of, and what is its own.
 */
export function findThingsController(service: string, own: OwnTrace = {}): Type {
  const rpc = findThingsRpc(service);
  const { findByUuid, findRequest, listEvents = listCorrelatedEvents } = own;

  @Controller()
  class FindThingsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async find({ id }: z.output<typeof rpc.request>, context: RequestContext): Promise<z.input<typeof rpc.reply>> {
      requireSupport(context);
      const session = sessionOfClient(this.store.pool);
      const isUuid = Uuid.safeParse(id).success;
      const [things, requests, event, [first]] = await Promise.all([
        isUuid ? findByUuid?.(session, id) : undefined,
        findRequest?.(session, id),
        isUuid ? findCorrelatedEvent(session, id) : undefined,
        listEvents(session, [id], 1),
      ]);
      const found = [event && thingOfEvent(event), first && thingOfRequest(first)].filter(
        (thing) => thing !== undefined,
      );
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

/** An actor that is a part of the system is nobody's id. */
export const userIdOf = (actor: string | null): UserId | null => UserId.safeParse(actor).data ?? null;
