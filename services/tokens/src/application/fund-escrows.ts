import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../domain/ledger/accounts.js';
import { HoldGoneError } from '../domain/ledger/errors.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export interface StartedTest {
  userId: string;
  holdId: string;
  /** ISO 8601. */
  startedAt: string;
  assessments: readonly { assessmentId: string; amountTokens: number }[];
}

/**
 * Fills the escrow of every assessment of a started test: from its hold, or, where the hold ended before the start was
 * heard of, from what the user has. Throws DomainError INSUFFICIENT_TOKENS where that is too little by now.
 */
@Injectable()
export class FundEscrows {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  async run(test: StartedTest, metadata: EventMetadata): Promise<TransferOutcome> {
    const account = userAccount(test.userId);
    const command = { type: 'PostHold', account, effectiveAt: test.startedAt } as const;
    try {
      return await this.transfers.run(test.holdId, command, metadata);
    } catch (error) {
      if (!(error instanceof HoldGoneError)) throw error;
      return this.charge(test, metadata);
    }
  }

  private charge({ userId, holdId, startedAt, assessments }: StartedTest, metadata: EventMetadata) {
    const idempotencyKey = `charge:${holdId}`;
    const postings: Record<string, number> = {};
    let totalTokens = 0;
    for (const { assessmentId, amountTokens } of assessments) {
      postings[escrowAccount(assessmentId)] = amountTokens;
      totalTokens += amountTokens;
    }
    postings[userAccount(userId)] = -totalTokens;
    const command = { type: 'PostTransfer', code: 'hold', idempotencyKey, postings, effectiveAt: startedAt } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
