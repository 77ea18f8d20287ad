import type { HoldId, RequestContext, UserId } from '@candid/contracts';
import { tokensRpc } from '@candid/contracts';
import { LOGGER, type Logger, RemoteError, RpcClient } from '@candid/platform';
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

/** Holds at the tokens service. One that no event uses is given back by what watches it (`unused-holds.rows.ts`), else it expires. */
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

  /** Logs a failure only: what watches the hold gives it back. */
  async release(userId: string, holdId: string, context: RequestContext): Promise<void> {
    await this.giveBack(userId, holdId, context).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'unused hold not voided yet');
    });
  }

  /** A hold that is used, gone or was never placed has nothing to give back. @throws RemoteError if that is not known */
  async giveBack(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      const isRefused = error instanceof RemoteError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';
      if (!isRefused) throw error;
    });
  }
}
