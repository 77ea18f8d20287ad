import type { EventMetadata } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../ledger/domain/accounts.js';
import { HoldGoneError } from '../ledger/domain/errors.js';
import { type TransferOutcome, Transfers } from '../ledger/transfers.js';

export interface FundedStart {
  userId: string;
  holdId: string;
  /** ISO 8601. */
  startedAt: string;
  assessments: readonly { assessmentId: string; amountTokens: number }[];
}

/**
 * Fills the escrow of each assessment of a start or an extension: from its hold, or, if the hold ended before the event
 * arrived, from the user's available tokens. Throws DomainError INSUFFICIENT_TOKENS if those do not suffice.
 */
@Injectable()
export class FundEscrows {
  constructor(private readonly transfers: Transfers) {}

  async run(start: FundedStart, metadata: EventMetadata): Promise<TransferOutcome> {
    const account = userAccount(start.userId);
    const command = { type: 'PostHold', account, effectiveAt: start.startedAt } as const;
    try {
      return await this.transfers.run(start.holdId, command, metadata);
    } catch (error) {
      if (!(error instanceof HoldGoneError)) throw error;
      return this.charge(start, metadata);
    }
  }

  private charge({ userId, holdId, startedAt, assessments }: FundedStart, metadata: EventMetadata) {
    const escrows = assessments.map(({ assessmentId, amountTokens }) => [escrowAccount(assessmentId), amountTokens]);
    const totalTokens = assessments.reduce((sum, { amountTokens }) => sum + amountTokens, 0);
    const postings = { ...Object.fromEntries(escrows), [userAccount(userId)]: -totalTokens };
    const idempotencyKey = `charge:${holdId}`;
    const command = { type: 'PostTransfer', code: 'hold', idempotencyKey, postings, effectiveAt: startedAt } as const;
    return this.transfers.post(command, metadata);
  }
}
