import type { ReconciledRow } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { TimeRange } from '../ledger/compare-range.js';
import { purchaseKey } from '../ledger/domain/posted-transfers.js';
import { transferIdOf } from '../ledger/transfer-id.js';

const paidSql = `select c.checkout_id, c.tokens from checkouts c
  where c.is_paid and c.updated_at >= $1::timestamptz and c.updated_at < $2::timestamptz
    and not exists (select from work_items w where w.id = 'purchase-' || c.checkout_id and w.completed_at is null
      and w.failed_at is null)`;

const creditedSql = `select transfer_id, amount::text from transfers
  where transfer_id = any($1::uuid[]) and code = 'purchase'`;

const unpaidSql = `select t.transfer_id from transfers t
  where t.recorded_at >= $1::timestamptz and t.recorded_at < $2::timestamptz and t.code = 'purchase' and not exists (
    select from checkouts c where c.is_paid and t.idempotency_key = 'purchase:' || c.checkout_id and t.amount = c.tokens)`;

/** Checkouts that changed at a time and are paid, not credited, and not about to be; and credits of that time that nobody paid. */
export async function comparePurchases(session: SqlSession, { from, before }: TimeRange): Promise<ReconciledRow[]> {
  const paid = await session.query<{ checkout_id: string; tokens: number }>(paidSql, [from, before]);
  const transferOf = (checkoutId: string) => transferIdOf(purchaseKey(checkoutId));
  const credited = await session.query<{ transfer_id: string; amount: string }>(creditedSql, [
    paid.map(({ checkout_id }) => transferOf(checkout_id)),
  ]);
  const amounts = new Map(credited.map(({ transfer_id, amount }) => [transfer_id, Number(amount)]));
  const uncredited = paid.filter(({ checkout_id, tokens }) => amounts.get(transferOf(checkout_id)) !== tokens);
  const unpaid = await session.query<{ transfer_id: string }>(unpaidSql, [from, before]);
  return [
    ...uncredited.map(({ checkout_id: id }): ReconciledRow => {
      return { kind: 'checkout', id, detail: `checkout ${id} is paid and not credited` };
    }),
    ...unpaid.map(({ transfer_id: id }): ReconciledRow => {
      return { kind: 'transfer', id, detail: `transfer ${id} credits what nobody paid` };
    }),
  ];
}
