import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export interface PaidPurchase {
  checkoutId: string;
  userId: string;
  tokens: number;
  /** ISO 8601. */
  paidAt: string;
}

const purchaseKey = (checkoutId: string): string => `purchase:${checkoutId}`;
export const purchaseTransferId = (checkoutId: string): string => transferIdOf(purchaseKey(checkoutId));

/** Credits what was paid for, once per checkout. */
@Injectable()
export class CreditPurchase {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  run({ checkoutId, userId, tokens, paidAt }: PaidPurchase, metadata: EventMetadata): Promise<TransferOutcome> {
    const command = {
      type: 'PostTransfer',
      code: 'purchase',
      idempotencyKey: purchaseKey(checkoutId),
      postings: { 'platform:sales': -tokens, [userAccount(userId)]: tokens },
      effectiveAt: paidAt,
    } as const;
    return this.transfers.run(purchaseTransferId(checkoutId), command, metadata);
  }
}
