import { type BalanceAfterReward, type HoldId, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { LOGGER, type Logger, RemoteError, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LIMITS } from './config.js';

type HoldRequest = z.input<typeof tokensRpc.placeHold.request>;

export interface WantedHold {
  userId: string;
  /** The same id again is the same hold. */
  holdId: string;
  legs: readonly { assessmentId: string; amountTokens: number }[];
  expiresAt: string;
}

const options = { timeoutMs: LIMITS.remoteCallMs };

/** Holds at the tokens service. One that no event uses is given back by what watches it (`unused-holds.ts`), else it expires. */
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

/** For all bookings of one act together. */
const BOOKING_WAIT_MS = 1_500;

interface Reward {
  userId: UserId;
  /** Of a submission, one for each photo assessment that it is for. */
  submissionIds: readonly string[];
  tokensEarned: number;
  /** What was available before the submission. */
  tokensBefore: number;
}

interface Refund {
  userId: UserId;
  /** Null where nothing is refunded. */
  refundId: string | null;
  refundTokens: number;
  /** What was available before the act. */
  tokensBefore: number;
}

/**
 * The balances that the answers to acts contain. They are asked for before the act: without the tokens service nothing is
 * done, and `UNAVAILABLE` is true. After the act a balance that cannot be read is computed, because a client that receives
 * `UNAVAILABLE` acts again.
 */
@Injectable()
export class Balances {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws RemoteError */
  async before(userId: UserId, context: RequestContext): Promise<number> {
    return (await this.rpc.call(tokensRpc.getBalance, { userId }, withoutKey(context), options)).available;
  }

  afterReward(
    { userId, submissionIds, tokensEarned, tokensBefore }: Reward,
    context: RequestContext,
  ): Promise<BalanceAfterReward> {
    const computed = { availableTokens: tokensBefore + tokensEarned, payableTokens: 0 };
    const read = async () => {
      const giveUpAt = performance.now() + (tokensEarned > 0 ? BOOKING_WAIT_MS : 0);
      let balance = computed;
      for (const submissionId of submissionIds) {
        const request = { userId, submissionId, waitMs: Math.max(0, Math.floor(giveUpAt - performance.now())) };
        const { getBalanceAfterReward } = tokensRpc;
        const { available, payableTokens } = await this.rpc.call(
          getBalanceAfterReward,
          request,
          withoutKey(context),
          options,
        );
        balance = { availableTokens: available, payableTokens };
      }
      return balance;
    };
    return orComputed(read(), computed);
  }

  afterRefund({ userId, refundId, refundTokens, tokensBefore }: Refund, context: RequestContext): Promise<number> {
    const read = async () => {
      if (refundId === null) return this.before(userId, context);
      const request = { userId, refundId, waitMs: BOOKING_WAIT_MS };
      return (await this.rpc.call(tokensRpc.getBalanceAfterRefund, request, withoutKey(context), options)).available;
    };
    return orComputed(read(), tokensBefore + refundTokens);
  }
}

async function orComputed<Value>(read: Promise<Value>, computed: Value): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RemoteError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL')) return computed;
    throw error;
  }
}

/**
 * For asking another service on the request's behalf: without its key, because what is asked has an id of its own, and one
 * request may ask twice with two ids.
 */
export function withoutKey({ idempotency: _key, ...context }: RequestContext): RequestContext {
  return context;
}
