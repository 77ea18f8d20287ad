import type { Rpc } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';

/** A controller that answers one message by reading the service's event store. */
export function storeController<Request extends z.ZodType, Reply extends z.ZodType>(
  rpc: Rpc<Request, Reply>,
  answerOf: (request: z.output<Request>, store: EventStore) => Promise<z.input<Reply>>,
): Type {
  @Controller()
  class StoreController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    answer(request: z.output<Request>): Promise<z.input<Reply>> {
      return answerOf(request, this.store);
    }
  }
  return StoreController;
}
