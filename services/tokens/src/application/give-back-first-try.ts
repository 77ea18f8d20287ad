import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

/** A first assessment that was reset, and what its ratings had cost. */
export interface FirstTry {
  userId: string;
  amountTokens: number;
  /** ISO 8601. */
  resetAt: string;
}

/** Once per person. */
export const restartKey = (userId: string): string => `restart:${userId}`;

/** Gives back from the platform's revenue what a reset first assessment had used up, so that it can be started again. */
@Injectable()
export class GiveBackFirstTry {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  run({ userId, amountTokens, resetAt: effectiveAt }: FirstTry, metadata: EventMetadata): Promise<TransferOutcome> {
    const idempotencyKey = restartKey(userId);
    const postings = { 'platform:revenue': -amountTokens, [userAccount(userId)]: amountTokens };
    const command = { type: 'PostTransfer', code: 'restart', idempotencyKey, postings, effectiveAt } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
