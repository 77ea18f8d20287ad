import { type BalanceAfterReward, type HoldId, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { LOGGER, type Logger, RemoteError, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LIMITS } from './config.js';

/** Placing a hold again under the same id changes nothing. */
export type WantedHold = z.input<typeof tokensRpc.placeHold.request>;

const options = { timeoutMs: LIMITS.remoteCallMs };

/** Holds at the tokens service. A hold that no event uses expires; `UnusedHoldsProcessor` may release it earlier. */
@Injectable()
export class Holds {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns the tokens that can be spent afterwards @throws RemoteError */
  async place(hold: WantedHold, context: RequestContext): Promise<number> {
    const { available } = await this.rpc.call(tokensRpc.placeHold, hold, withoutKey(context), options);
    return available;
  }

  /** Only logs a failure, because `UnusedHoldsProcessor` releases the hold later. */
  async release(userId: string, holdId: string, context: RequestContext): Promise<void> {
    await this.giveBack(userId, holdId, context).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'unused hold not voided yet');
    });
  }

  /** Succeeds even if the hold is used, has ended or was never placed. @throws RemoteError if its state is unknown */
  async giveBack(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
}

/** True if the tokens service refused the call and changed nothing. After any other error the outcome is unknown. */
export const isRefusal = (error: unknown): error is RemoteError =>
  error instanceof RemoteError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';

/** Milliseconds to wait for all bookings of one request. */
const BOOKING_WAIT_MS = 1_500;

/** `tokensBefore` is the number of tokens that could be spent before the submission. */
interface Reward {
  userId: UserId;
  /** One submission id for each of the photo assessments that were rated together. */
  submissionIds: readonly string[];
  tokensEarned: number;
  tokensBefore: number;
}

/** `refundId` is null if nothing is refunded. */
interface Refund {
  userId: UserId;
  refundId: string | null;
  refundTokens: number;
  tokensBefore: number;
}

/**
 * Reads the balances for answers to requests that move tokens. The first read precedes any change, so `UNAVAILABLE`
 * means that nothing happened. If a balance cannot be read after the change, it is computed, because a client that
 * receives `UNAVAILABLE` would retry the request.
 */
@Injectable()
export class Balances {
  constructor(private readonly rpc: RpcClient) {}

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
        const reply = await this.rpc.call(tokensRpc.getBalanceAfterReward, request, withoutKey(context), options);
        balance = { availableTokens: reply.available, payableTokens: reply.payableTokens };
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
    if (!(error instanceof RemoteError) || isRefusal(error)) throw error;
    return computed;
  }
}

/** Removes the idempotency key, because one request may make two calls, and each call has its own id. */
export function withoutKey({ idempotency: _key, ...context }: RequestContext): RequestContext {
  return context;
}
