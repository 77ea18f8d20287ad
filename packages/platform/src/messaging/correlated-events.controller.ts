import { correlatedEventsRpc } from '@candid/contracts';
import { EventStore, listCorrelatedEvents, sessionOfClient } from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { type TellEvent, tellWhole } from './find-things.controller.js';

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
