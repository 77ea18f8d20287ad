import { hash } from 'node:crypto';
import {
  type AssessmentId,
  type HoldId,
  PRODUCT,
  type RequestContext,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { LOGGER, type Logger, RemoteError, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../config.js';
import { later } from '../domain/test/places.js';
import { withoutKey } from './remote-context.js';

export interface WantedExtension {
  userId: string;
  assessmentId: string;
  amountTokens: number;
  /** Of the request; without one the hold cannot be found again. */
  idempotencyKey: string | undefined;
  usedHoldIds: readonly string[];
  at: string;
}

const options = { timeoutMs: LIMITS.remoteCallMs };

/**
 * Tokens set aside for more assessors. The hold's id is made of the request's key, so that a repeat after a crash finds the
 * same hold; one whose extension never comes ends by itself.
 */
@Injectable()
export class ExtensionHold {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns the hold's id; throws RemoteError INSUFFICIENT_TOKENS */
  async place(wanted: WantedExtension, context: RequestContext): Promise<string> {
    for (let number = 1; ; number++) {
      const { idempotencyKey, assessmentId } = wanted;
      const holdId = idempotencyKey === undefined ? uuidv7() : holdIdOf(`${idempotencyKey} ${assessmentId} ${number}`);
      if (wanted.usedHoldIds.includes(holdId)) continue;
      try {
        await this.rpc.call(tokensRpc.placeHold, holdOf(wanted, holdId), withoutKey(context), options);
        return holdId;
      } catch (error) {
        // An earlier hold of this request was given back or ran out.
        const isGone = error instanceof RemoteError && error.code === 'CONFLICT';
        if (!isGone || number >= LIMITS.startsPerKey) throw error;
      }
    }
  }

  async release(userId: string, holdId: string, context: RequestContext): Promise<void> {
    const request = { userId: userId as UserId, holdId: holdId as HoldId };
    await this.rpc.call(tokensRpc.voidHold, request, withoutKey(context), options).catch((error: unknown) => {
      this.logger.warn({ err: error, holdId }, 'hold of a refused extension not voided, it expires by itself');
    });
  }
}

const holdOf = ({ userId, assessmentId, amountTokens, at }: WantedExtension, holdId: string) => ({
  userId: userId as UserId,
  holdId: holdId as HoldId,
  legs: [{ assessmentId: assessmentId as AssessmentId, amountTokens }],
  expiresAt: later(at, PRODUCT.holdMs),
});

/** A UUID (version 8) of the key's SHA-256. */
function holdIdOf(key: string): string {
  const hex = hash('sha256', `extension ${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
