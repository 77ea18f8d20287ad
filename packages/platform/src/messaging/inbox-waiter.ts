import { type AwaitInboxReply, type AwaitInboxRequest, awaitInboxRpc } from '@candid/contracts';
import { isInInbox, type SqlSession } from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';

const POLL_MS = 25;

type CatchUp = (timeoutMs: number) => Promise<boolean>;

/** Read-your-writes across services: waits until a subscriber has handled given events and the read models show it. */
export class InboxWaiter {
  private readonly pauses = new Set<() => void>();

  constructor(
    private readonly session: SqlSession,
    private readonly catchUp: CatchUp = async () => true,
  ) {}

  /** Called after each commit of a subscriber in this process; other processes' commits are found by polling. */
  notify(): void {
    for (const end of this.pauses) end();
  }

  /** Never throws. @returns whether all events are handled and readable in `waitMs`; false if the database fails */
  async wait(subscriber: string, eventIds: readonly string[], waitMs: number): Promise<{ seen: boolean }> {
    const deadline = performance.now() + waitMs;
    try {
      while (!(await isInInbox(this.session, subscriber, eventIds))) {
        const leftMs = deadline - performance.now();
        if (leftMs <= 0) return { seen: false };
        await this.pause(Math.min(POLL_MS, leftMs));
      }
      return { seen: await this.catchUp(Math.max(0, deadline - performance.now())) };
    } catch {
      return { seen: false };
    }
  }

  /** If a commit falls between the query and the pause, the next poll finds it. */
  private pause(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, maxMs);
      this.pauses.add(end);
    });
  }
}

/** Needs `provideSubscribers` in the same module. */
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
