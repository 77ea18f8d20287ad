import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '@candid/platform';
import type { PaidPurchase } from '../../application/credit-purchase.js';

export const PURCHASES_QUEUE = 'purchases';

export interface PurchasePayload {
  cause: CauseEvent;
  purchase: PaidPurchase;
}

/** Once per checkout. */
export async function addPurchase(session: SqlSession, payload: PurchasePayload): Promise<void> {
  await addWorkItem(session, { id: `purchase-${payload.purchase.checkoutId}`, queue: PURCHASES_QUEUE, payload });
}
