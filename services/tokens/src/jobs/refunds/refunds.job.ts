import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '../../application/metadata.js';
import type { Refund } from '../../application/refund-escrow.js';

export const REFUNDS_QUEUE = 'refunds';

export interface RefundPayload {
  cause: CauseEvent;
  refund: Refund;
}

/** Once per refund. */
export async function addRefund(session: SqlSession, payload: RefundPayload): Promise<void> {
  const { refundId, assessmentId } = payload.refund;
  await addWorkItem(session, { id: `refund-${refundId ?? assessmentId}`, queue: REFUNDS_QUEUE, payload });
}
