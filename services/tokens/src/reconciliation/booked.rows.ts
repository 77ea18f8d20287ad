import type { SqlSession } from '@candid/event-store';
import type { DueKind } from './due-bookings.js';

/** Which work is under way rather than forgotten. A reward may wait for days of allowance, the rest for its escrow. */
const waitingSql = `select id, payload::text as payload from work_items where completed_at is null and failed_at is null
   and (queue = 'rewards' or (queue in ('bookings', 'refunds') and created_at > now() - interval '15 minutes'))`;

const bookedSql = `select t.transfer_id, t.amount::text, e.transaction_id::text from transfers t
   left join events e on e.event_id = t.transfer_id
  where t.transfer_id = any($1::uuid[])`;

/** A forged row has no event, and no place in the order of events. */
const withoutEventSql = `select t.transfer_id, t.code as kind from transfers t
  where t.recorded_at >= $1::timestamptz and t.code = any($2::text[])
    and not exists (select from events e where e.event_id = t.transfer_id)`;

const postedSql = `from events e where e.transaction_id >= $1::text::xid8 and e.transaction_id < $2::text::xid8
   and e.type = 'TransferPosted' and e.data->>'code' = any($3::text[])`;

const countsSql = `select e.data->>'code' as kind, count(*)::int as transfers ${postedSql} group by 1`;

const notDueSql = `select e.event_id as transfer_id, e.data->>'code' as kind ${postedSql}
   and not exists (select from due_transfers d where d.transfer_id = e.event_id)
  order by e.transaction_id, e.global_position limit 50`;

export interface WaitingItem {
  id: string;
  payload: string;
}

export interface BookedTransfer {
  amountTokens: number;
  /** Of its event; undefined for a row without one. */
  transactionId?: bigint;
}

export interface KnownTransfer {
  transferId: string;
  kind: DueKind;
}

/** Of the transfers of the transactions from `since` on and before `before`. */
export interface TransactionRange {
  since: string;
  before: string;
}

/** Work items of bookings that are not forgotten. */
export const waitingItems = (session: SqlSession): Promise<WaitingItem[]> => session.query<WaitingItem>(waitingSql);

export async function bookedTransfers(
  session: SqlSession,
  transferIds: readonly string[],
): Promise<Map<string, BookedTransfer>> {
  if (transferIds.length === 0) return new Map();
  const rows = await session.query<{ transfer_id: string; amount: string; transaction_id: string | null }>(bookedSql, [
    transferIds,
  ]);
  return new Map(
    rows.map(({ transfer_id, amount, transaction_id: id }) => [
      transfer_id,
      { amountTokens: Number(amount), ...(id !== null && { transactionId: BigInt(id) }) },
    ]),
  );
}

/** No transaction before it is still running. */
export async function settledBefore(session: SqlSession): Promise<string> {
  const [row] = await session.query<{ bound: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as bound');
  return row!.bound;
}

export async function countPosted(
  session: SqlSession,
  { since, before }: TransactionRange,
  kinds: readonly DueKind[],
): Promise<{ kind: DueKind; transfers: number }[]> {
  return session.query<{ kind: DueKind; transfers: number }>(countsSql, [since, before, kinds]);
}

/** Rows recorded since the time. */
export async function transfersWithoutEvent(
  session: SqlSession,
  recordedSince: string,
  kinds: readonly DueKind[],
): Promise<KnownTransfer[]> {
  const rows = await session.query<{ transfer_id: string; kind: DueKind }>(withoutEventSql, [recordedSince, kinds]);
  return rows.map(({ transfer_id: transferId, kind }) => ({ transferId, kind }));
}

/** At most 50 that are not in the table `due_transfers` of the transaction. */
export async function transfersNotDue(
  session: SqlSession,
  { since, before }: TransactionRange,
  kinds: readonly DueKind[],
): Promise<KnownTransfer[]> {
  const rows = await session.query<{ transfer_id: string; kind: DueKind }>(notDueSql, [since, before, kinds]);
  return rows.map(({ transfer_id: transferId, kind }) => ({ transferId, kind }));
}
