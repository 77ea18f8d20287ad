import type { HoldId, RequestContext, UserId } from '@candid/contracts';
import { tokensRpc } from '@candid/contracts';
import { LOGGER, type Logger, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LIMITS } from './config.js';
import { withoutKey } from './remote-context.js';

type HoldRequest = z.input<typeof tokensRpc.placeHold.request>;

export interface WantedHold {
  userId: string;
  /** The same id again is the same hold. */
  holdId: string;
  legs: readonly { assessmentId: string; amountTokens: number }[];
  expiresAt: string;
}

const options = { timeoutMs: LIMITS.remoteCallMs };

/** Holds at the tokens service. One that no event uses expires by itself. */
@Injectable()
export class Holds {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns the tokens that can be spent afterwards @throws RemoteError */
  async place(hold: WantedHold, context: RequestContext): Promise<number> {
    const { available } = await this.rpc.call(tokensRpc.placeHold, hold as HoldRequest, withoutKey(context), options);
    return available;
  }

  /** Logs a failure only: the hold expires. */
  async release(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'unused hold not voided, it expires by itself');
    });
  }
}
