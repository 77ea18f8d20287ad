import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export interface Refund {
  assessmentId: string;
  userId: string;
  amountTokens: number;
  /** ISO 8601. */
  endedAt: string;
}

/** Gives back what an assessment that ended early has left, once per assessment. Throws EscrowShortError. */
@Injectable()
export class RefundEscrow {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  run({ assessmentId, userId, amountTokens, endedAt }: Refund, metadata: EventMetadata): Promise<TransferOutcome> {
    const idempotencyKey = `refund:${assessmentId}`;
    const postings = { [escrowAccount(assessmentId)]: -amountTokens, [userAccount(userId)]: amountTokens };
    const command = { type: 'PostTransfer', code: 'refund', idempotencyKey, postings, effectiveAt: endedAt } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
