import { listTimelineRpc, type ToldStep } from '@candid/contracts';
import {
  type CorrelatedEvent,
  EventStore,
  type ListedSupportAct,
  listCorrelatedEvents,
  listSupportActsOf,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { type ListCorrelatedEvents, type TellEvent, tellWhole, userIdOf } from './find-things.controller.js';

export type OwnStep = ToldStep;

export interface OwnTimeline {
  /** Replaces the search for a request's events by the index of `correlationIndexSql`. */
  listEvents?: ListCorrelatedEvents;
  tellEvent?: TellEvent;
  /** Lists further effects of the requests, given their events. */
  listFurther?: (session: SqlSession, requestIds: string[], events: CorrelatedEvent[]) => Promise<OwnStep[]>;
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
const stepOfAct = (service: string, act: ListedSupportAct): OwnStep => ({
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

const stepOf = (service: string, event: CorrelatedEvent): OwnStep => ({
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
