import type { SqlSession } from '@candid/event-store';
import type { CheckoutState } from '../domain/checkout/state.js';
import type { PaymentNotification } from '../payments/payment-provider.js';

export interface CheckoutRow {
  checkoutId: string;
  isPaid: boolean;
}

/** The stream's state as a row, written with its events: whoever was told of an event finds the row. */
export async function saveCheckout(session: SqlSession, checkoutId: string, state: CheckoutState): Promise<void> {
  if (state.status === 'none') throw new Error(`checkout ${checkoutId} has no events`);
  await session.query(
    `insert into checkouts (checkout_id, user_id, tokens, price, currency, status, is_paid, session_id, payment_id)
     values ($1::uuid, $2::uuid, $3::int, $4::int, $5, $6, $7::boolean, $8, $9)
     on conflict (checkout_id) do update set status = excluded.status, is_paid = excluded.is_paid,
       session_id = excluded.session_id, payment_id = excluded.payment_id, updated_at = now()`,
    [
      ...[checkoutId, state.userId, state.tokens, state.price, state.currency, state.status, String(state.isPaid)],
      ...[state.sessionId ?? null, state.paymentId ?? null],
    ],
  );
}

export async function findOwnCheckout(
  session: SqlSession,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<CheckoutRow | undefined> {
  const [row] = await session.query<{ checkout_id: string; is_paid: boolean }>(
    'select checkout_id, is_paid from checkouts where session_id = $1 and user_id = $2::uuid',
    [sessionId, userId],
  );
  return row && { checkoutId: row.checkout_id, isPaid: row.is_paid };
}

export async function checkoutIdOfPayment(session: SqlSession, paymentId: string): Promise<string | undefined> {
  const [row] = await session.query<{ checkout_id: string }>(
    'select checkout_id from checkouts where payment_id = $1',
    [paymentId],
  );
  return row?.checkout_id;
}

/** False where it was taken in before. A second delivery at the same time waits for the first one's transaction. */
export async function recordNotification(
  session: SqlSession,
  { eventId, type, at, about }: PaymentNotification,
): Promise<boolean> {
  const rows = await session.query(
    `insert into payment_notifications (provider_event_id, type, outcome, session_id, payment_id, told_at)
     values ($1, $2, 'received', $3, $4, $5::timestamptz) on conflict do nothing returning provider_event_id`,
    [
      ...[eventId, type, 'sessionId' in about ? about.sessionId : null],
      ...['paymentId' in about ? (about.paymentId ?? null) : null, at],
    ],
  );
  return rows.length === 1;
}

/** `unknown` is about no checkout of ours, `ignored` about nothing that matters here. */
export type NotificationOutcome =
  | 'paid'
  | 'repeated'
  | 'closed'
  | 'pending'
  | 'mismatched'
  | 'reversed'
  | 'unknown'
  | 'ignored';

export async function settleNotification(
  session: SqlSession,
  eventId: string,
  { outcome, checkoutId }: { outcome: NotificationOutcome; checkoutId?: string | undefined },
): Promise<void> {
  await session.query(
    'update payment_notifications set outcome = $2, checkout_id = $3::uuid where provider_event_id = $1',
    [eventId, outcome, checkoutId ?? null],
  );
}
