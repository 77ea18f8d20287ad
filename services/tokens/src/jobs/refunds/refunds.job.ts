import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '@candid/platform';
import type { Refund } from '../../application/refund-escrow.js';

export const REFUNDS_QUEUE = 'refunds';

export interface RefundPayload {
  cause: CauseEvent;
  refund: Refund;
}

/** Once per refund; false where it was there before. */
export async function addRefund(session: SqlSession, payload: RefundPayload): Promise<boolean> {
  const { refundId, assessmentId } = payload.refund;
  return addWorkItem(session, { id: `refund-${refundId ?? assessmentId}`, queue: REFUNDS_QUEUE, payload });
}
