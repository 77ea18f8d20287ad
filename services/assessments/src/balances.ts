import { type BalanceAfterReward, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { RemoteError, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { LIMITS } from './config.js';
import { withoutKey } from './remote-context.js';

/** For all bookings of one act together. */
const BOOKING_WAIT_MS = 1_500;
const options = { timeoutMs: LIMITS.remoteCallMs };

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
