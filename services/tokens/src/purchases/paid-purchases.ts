import { setTimeout as delay } from 'node:timers/promises';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { BookedTransfers } from '../ledger/booked-transfers.js';
import { purchaseKey } from '../ledger/domain/posted-transfers.js';
import { type CheckoutRow, findOwnCheckout } from './checkouts.rows.js';
import { notPaid } from './domain/errors.js';

/** What has become of a user's own checkout session. */
@Injectable()
export class PaidPurchases {
  constructor(
    private readonly store: EventStore,
    private readonly booked: BookedTransfers,
  ) {}

  /**
   * Whether the tokens have been credited, waiting at most so long for the provider's word and the booking: the buyer's
   * browser is often faster. Throws DomainError FORBIDDEN where nothing has been paid by then.
   */
  async waitFor(userId: string, sessionId: string | undefined, waitMs: number): Promise<boolean> {
    if (sessionId === undefined) throw notPaid();
    const deadlineMs = performance.now() + waitMs;
    const { checkoutId } = await this.paid(userId, sessionId, deadlineMs);
    return this.booked.waitFor(purchaseKey(checkoutId), Math.max(0, deadlineMs - performance.now()));
  }

  private async paid(userId: string, sessionId: string, deadlineMs: number): Promise<CheckoutRow> {
    for (;;) {
      const checkout = await findOwnCheckout(sessionOfClient(this.store.pool), { sessionId, userId });
      if (checkout?.isPaid) return checkout;
      if (!checkout || performance.now() >= deadlineMs) throw notPaid();
      await delay(LIMITS.purchasePollMs);
    }
  }
}
