import {
  type AssessmentId,
  type HoldId,
  PRODUCT,
  type RequestContext,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { LOGGER, type Logger, RemoteError, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import { later } from '../../domain/test/places.js';
import { withoutKey } from '../remote-context.js';

export interface WantedHold {
  userId: string;
  holdId: string;
  assessmentId: string;
  amountTokens: number;
  at: string;
}

const options = { timeoutMs: LIMITS.remoteCallMs };

/** Tokens set aside for evaluators. A hold that no event uses ends by itself. */
@Injectable()
export class RunHold {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @returns what may be spent afterwards; undefined where this hold was given back, ran out, or was placed for something
   * else: it takes another id
   */
  async place({ userId, holdId, assessmentId, amountTokens, at }: WantedHold, context: RequestContext) {
    const hold = {
      userId: userId as UserId,
      holdId: holdId as HoldId,
      legs: [{ assessmentId: assessmentId as AssessmentId, amountTokens }],
      expiresAt: later(at, PRODUCT.holdMs),
    };
    try {
      return (await this.rpc.call(tokensRpc.placeHold, hold, withoutKey(context), options)).available;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (error.code === 'CONFLICT') return undefined;
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') {
        // Of the same request, for what it would have cost before the profile assessment changed.
        await this.release(userId, holdId, context);
        return undefined;
      }
      if (error.code !== 'INSUFFICIENT_TOKENS') throw error;
      throw new DomainError('INSUFFICIENT_TOKENS', 'Insufficient tokens. Please purchase more tokens.');
    }
  }

  async release(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'hold of a refused profile assessment not voided, it expires by itself');
    });
  }
}
