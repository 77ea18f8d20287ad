import { DomainError, type EventMetadata } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../ledger/domain/accounts.js';
import { belowZero } from '../ledger/domain/errors.js';
import { transferIdOf } from '../ledger/transfer-id.js';
import { type TransferOutcome, Transfers } from '../ledger/transfers.js';
import { noAmount } from './domain/errors.js';

export interface BalanceCorrection {
  userId: string;
  /** Negative takes tokens away, at most what the user may spend. */
  amountTokens: number;
  reason: string;
  ticket?: string | undefined;
  /** The transfer that is corrected. */
  corrects?: string | undefined;
  /** Once per key. */
  idempotencyKey: string;
}

/** A grant or a correction by support, with its reason; the metadata's actor is who did it. */
@Injectable()
export class CorrectBalance {
  constructor(
    private readonly transfers: Transfers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws BelowZeroError, and DomainError VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED. */
  async run(correction: BalanceCorrection, metadata: EventMetadata): Promise<TransferOutcome> {
    const { userId, amountTokens, reason, ticket, corrects, idempotencyKey } = correction;
    if (amountTokens === 0) throw noAmount();
    const command = {
      type: 'PostTransfer',
      code: amountTokens > 0 && corrects === undefined ? 'grant' : 'correction',
      idempotencyKey,
      postings: { [userAccount(userId)]: amountTokens, 'platform:grants': -amountTokens },
      effectiveAt: this.clock().toISOString(),
      reason,
      ...(ticket !== undefined && { ticket }),
      ...(corrects !== undefined && { corrects }),
    } as const;
    try {
      return await this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS') throw belowZero();
      throw error;
    }
  }
}
