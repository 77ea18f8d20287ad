import type { ExportedPurchase } from '@candid/contracts';
import {
  type Aggregate,
  Commands,
  type EventMetadata,
  type Identified,
  type SqlSession,
  type UnitOfWork,
} from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { isoTime, pageOf } from '../kernel/paging.js';
import {
  type CheckoutCommand,
  type CheckoutEvent,
  type CheckoutState,
  checkoutStreamId,
  type KnownCheckout,
} from './checkout.js';
import { checkoutDecider } from './decide.js';
import type { PaymentNotification, ReversalNews } from './payment-provider.js';

export interface CheckoutDecision {
  state: KnownCheckout;
  events: Identified<CheckoutEvent>[];
}

const checkoutStreams: Aggregate<CheckoutState, CheckoutCommand, CheckoutEvent> = {
  ...checkoutDecider,
  streamOf: checkoutStreamId,
};

/** Writes events and row of a checkout in one transaction. */
@Injectable()
export class Checkouts {
  constructor(private readonly commands: Commands) {}

  /** Throws the decision's DomainError. */
  async run(checkoutId: string, command: CheckoutCommand, metadata: EventMetadata): Promise<KnownCheckout> {
    const decide = (unit: UnitOfWork) => this.decide(unit, checkoutId, command);
    return (await this.commands.execute({ metadata }, {}, decide)).answer.state;
  }

  /** Decides in the transaction of another command. */
  async decide(unit: UnitOfWork, checkoutId: string, command: CheckoutCommand): Promise<CheckoutDecision> {
    const checkout = await unit.load(checkoutStreams, checkoutId);
    const events = checkout.decide(command);
    const state = checkout.state as KnownCheckout;
    if (events.length > 0) unit.writeWithEvents((session) => saveCheckout(session, checkoutId, state));
    return { state, events };
  }
}

/** The row is written with the events, so that a reader of an event finds it. */
export async function saveCheckout(session: SqlSession, checkoutId: string, state: KnownCheckout): Promise<void> {
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
  await session.query(
    `insert into checkout_payments (payment_id, checkout_id) select id, $2::uuid from unnest($1::text[]) as id
     on conflict do nothing`,
    [Object.keys(state.payments), checkoutId],
  );
}

export async function findOwnCheckout(session: SqlSession, userId: string, sessionId: string) {
  const [checkout] = await session.query<{ checkoutId: string; isPaid: boolean }>(
    `select checkout_id as "checkoutId", is_paid as "isPaid" from checkouts
      where session_id = $1 and user_id = $2::uuid`,
    [sessionId, userId],
  );
  return checkout;
}

/** All orders of the user, paid or not, ordered by id. */
export async function listPurchases(
  session: SqlSession,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ purchases: ExportedPurchase[]; nextCursor: string | null }> {
  const rows = await session.query<ExportedPurchase>(
    `select checkout_id as "checkoutId", tokens, price, currency, status, is_paid as "isPaid",
        ${isoTime('updated_at')} as "updatedAt"
       from checkouts where user_id = $1::uuid and ($2::uuid is null or checkout_id > $2::uuid)
      order by checkout_id limit $3::int`,
    [userId, cursor ?? null, limit + 1],
  );
  const { shown, nextCursor } = pageOf(rows, limit, ({ checkoutId }) => checkoutId);
  return { purchases: shown, nextCursor };
}

export async function checkoutIdOfPayment(session: SqlSession, paymentId: string): Promise<string | undefined> {
  const sql = 'select checkout_id as "checkoutId" from checkout_payments where payment_id = $1';
  return (await session.query<{ checkoutId: string }>(sql, [paymentId]))[0]?.checkoutId;
}

/** Other notifications about the payment wait until the transaction ends, so that each sees what the others stored. */
export async function lockPayment(session: SqlSession, paymentId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('payment ' || $1, 0))`, [paymentId]);
}

/** A refund or dispute that arrived before its payment. */
export interface EarlyReversal {
  eventId: string;
  about: ReversalNews;
  /** ISO 8601. */
  at: string;
}

export async function keepEarlyReversal(session: SqlSession, { eventId, about, at }: EarlyReversal): Promise<void> {
  await session.query(
    `insert into early_reversals (provider_event_id, payment_id, about, sent_at)
     values ($1, $2, $3::jsonb, $4::timestamptz)`,
    [eventId, about.paymentId, JSON.stringify(about), at],
  );
}

/** Removes and returns the refunds and disputes that arrived before their payment. */
export const takeEarlyReversals = (session: SqlSession, paymentId: string): Promise<EarlyReversal[]> =>
  session.query<EarlyReversal>(
    `delete from early_reversals where payment_id = $1
     returning provider_event_id as "eventId", about, ${isoTime('sent_at')} as at`,
    [paymentId],
  );

/** Returns false for a repeat. A concurrent delivery waits for the first one's transaction. */
export async function recordNotification(
  session: SqlSession,
  { eventId, type, at, about }: PaymentNotification,
): Promise<boolean> {
  const rows = await session.query(
    `insert into payment_notifications (provider_event_id, type, outcome, session_id, payment_id, sent_at)
     values ($1, $2, 'received', $3, $4, $5::timestamptz) on conflict do nothing returning provider_event_id`,
    [
      ...[eventId, type, 'sessionId' in about ? about.sessionId : null],
      ...['paymentId' in about ? (about.paymentId ?? null) : null, at],
    ],
  );
  return rows.length === 1;
}

/**
 * `withheld`: paid as ordered, but the money was gone before the tokens were credited. `unknown`: the notification is
 * about no checkout of this system. `ignored`: its type has no effect here.
 */
export type NotificationOutcome =
  | 'paid'
  | 'withheld'
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
