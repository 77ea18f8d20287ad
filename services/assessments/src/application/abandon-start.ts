import { type HoldId, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { LOGGER, type Logger, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import type { AbandonReason } from '../domain/test/events.js';
import type { CommandContext } from './command-context.js';
import * as deciders from './deciders.js';
import { withoutKey } from './remote-context.js';
import { appendOf, identified, Streams } from './streams.js';

export interface AbandonRequest {
  userId: string;
  testId: string;
  reason: AbandonReason;
}

/** Gives a start up and its tokens back. Given up once, whoever asks again; the hold also ends by itself. */
@Injectable()
export class AbandonStart {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(request: AbandonRequest, { metadata }: CommandContext, context: RequestContext): Promise<void> {
    const holdId = await this.streams.inTurn(`test ${request.testId}`, () => this.abandon(request, metadata));
    if (holdId === undefined || request.reason === 'hold-refused') return;
    await this.voidHold(request.userId, holdId, context);
  }

  private async abandon({ userId, testId, reason }: AbandonRequest, metadata: CommandContext['metadata']) {
    const at = this.streams.now();
    const test = await this.streams.loadTest(testId);
    const testEvents = deciders.test.decide({ type: 'AbandonStart', ownerId: userId, reason, at }, test.state);
    const holdId = 'start' in test.state ? test.state.start.holdId : undefined;
    if (testEvents.length === 0) return holdId;
    const owner = await this.streams.loadOwner(userId);
    const ownerEvents = deciders.owner.decide({ type: 'ReleaseStart', ownerId: userId, testId }, owner.state);
    const appends = [...appendOf(test, identified(testEvents)), ...appendOf(owner, identified(ownerEvents))];
    await this.streams.append(appends, { metadata }, null);
    return holdId;
  }

  private async voidHold(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    const options = { timeoutMs: LIMITS.remoteCallMs };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'hold of an abandoned start not voided, it expires by itself');
    });
  }
}
