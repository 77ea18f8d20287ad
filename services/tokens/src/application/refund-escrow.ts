import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export interface Refund {
  /** Of fewer assessors; absent for the rest that an assessment gives back when it ends. */
  refundId?: string;
  assessmentId: string;
  userId: string;
  amountTokens: number;
  /** ISO 8601. */
  endedAt: string;
}

/** An assessment ends once, and may take fewer assessors several times before: the id is the assessment's or the refund's own. */
export const refundKey = (id: string): string => `refund:${id}`;

/** Gives back what assessors who will not come have not used, once per key. Throws EscrowShortError. */
@Injectable()
export class RefundEscrow {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  run(refund: Refund, metadata: EventMetadata): Promise<TransferOutcome> {
    const { refundId, assessmentId, userId, amountTokens, endedAt } = refund;
    const idempotencyKey = refundKey(refundId ?? assessmentId);
    const postings = { [escrowAccount(assessmentId)]: -amountTokens, [userAccount(userId)]: amountTokens };
    const command = { type: 'PostTransfer', code: 'refund', idempotencyKey, postings, effectiveAt: endedAt } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
