import { type AwaitInboxReply, type AwaitInboxRequest, awaitInboxRpc } from '@candid/contracts';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { InboxWaiter } from './inbox-waiter.js';

/** The controller that answers `rpc.<service>.awaitInbox`; needs `provideSubscribers` in the same module. */
export function awaitInboxController(service: string): Type {
  @Controller()
  class AwaitInboxController {
    constructor(@Inject(InboxWaiter) private readonly inbox: InboxWaiter) {}

    @RpcHandler(awaitInboxRpc(service))
    async awaitInbox(request: z.output<typeof AwaitInboxRequest>): Promise<z.input<typeof AwaitInboxReply>> {
      return this.inbox.wait(request.subscriber, request.eventIds, request.waitMs);
    }
  }
  return AwaitInboxController;
}
