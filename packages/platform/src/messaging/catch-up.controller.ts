import { awaitPublishedRpc, catchUpRpc } from '@candid/contracts';
import { CheckpointWaiters, EventStore, relayCheckpointOf, sessionOfClient } from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { streamNameOf } from '../nats/ensure-stream.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { CatchUp } from './catch-up.js';

/**
 * The controller that answers `rpc.<service>.awaitPublished` and `rpc.<service>.catchUp`; needs `provideSubscribers` and
 * the outbox relay in the same module.
 */
export function catchUpController(service: string): Type {
  const published = awaitPublishedRpc(service);
  const catchUp = catchUpRpc(service);

  @Controller()
  class CatchUpController {
    private readonly relay: CheckpointWaiters;

    constructor(
      @Inject(CatchUp) private readonly following: CatchUp,
      @Inject(EventStore) private readonly store: EventStore,
      @Inject(PLATFORM) private readonly platform: Platform,
    ) {
      const checkpoint = relayCheckpointOf(streamNameOf(service));
      this.relay = new CheckpointWaiters(sessionOfClient(store.pool), checkpoint, () => undefined);
    }

    @RpcHandler(published)
    async awaitPublished({ waitMs }: z.output<typeof published.request>): Promise<z.input<typeof published.reply>> {
      if (!(await this.relay.waitFor(await this.store.lastPosition(), waitMs))) return { sequence: null };
      const { state } = await this.platform.jetstreamManager.streams.info(streamNameOf(service));
      return { sequence: state.last_seq };
    }

    @RpcHandler(catchUp)
    async catchUp(wanted: z.output<typeof catchUp.request>): Promise<z.input<typeof catchUp.reply>> {
      return { caughtUp: await this.following.run(wanted) };
    }
  }
  return CatchUpController;
}
