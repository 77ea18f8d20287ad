import type { EventPosition, SqlSession } from '@candid/event-store';
import type { DueKind } from './due-bookings.js';

/** Which work is under way rather than forgotten. A reward may wait for days of allowance, the rest for its escrow. */
const waitingSql = `select id, payload::text as payload from work_items where completed_at is null and failed_at is null
   and (queue = 'rewards' or (queue in ('bookings', 'refunds') and created_at > now() - interval '15 minutes'))`;

const bookedSql = `select t.transfer_id, t.amount::text, e.transaction_id::text, e.global_position::text from transfers t
   left join events e on e.event_id = t.transfer_id
  where t.transfer_id = any($1::uuid[])`;

/** A forged row has no event, and no place in the order of events. */
const withoutEventSql = `select t.transfer_id, t.code as kind from transfers t
  where t.recorded_at >= $1::timestamptz and t.code = any($2::text[])
    and not exists (select from events e where e.event_id = t.transfer_id)`;

const postedSql = `from events e where (e.transaction_id, e.global_position) > ($1::text::xid8, $2::text::bigint)
   and (e.transaction_id, e.global_position) <= ($3::text::xid8, $4::text::bigint)
   and e.type = 'TransferPosted' and e.data->>'code' = any($5::text[])`;

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
  position?: EventPosition;
}

export interface KnownTransfer {
  transferId: string;
  kind: DueKind;
}

/** Of the events after `after` and up to `upTo`. */
export interface EventRange {
  after: EventPosition;
  upTo: EventPosition;
}

const placesOf = ({ after, upTo }: EventRange): string[] =>
  [after.transactionId, after.globalPosition, upTo.transactionId, upTo.globalPosition].map(String);

/** Work items of bookings that are not forgotten. */
export const waitingItems = (session: SqlSession): Promise<WaitingItem[]> => session.query<WaitingItem>(waitingSql);

interface BookedRow {
  transfer_id: string;
  amount: string;
  transaction_id: string | null;
  global_position: string | null;
}

export async function bookedTransfers(
  session: SqlSession,
  transferIds: readonly string[],
): Promise<Map<string, BookedTransfer>> {
  if (transferIds.length === 0) return new Map();
  const rows = await session.query<BookedRow>(bookedSql, [transferIds]);
  return new Map(
    rows.map(({ transfer_id, amount, transaction_id, global_position }) => [
      transfer_id,
      {
        amountTokens: Number(amount),
        ...(transaction_id !== null && {
          position: { transactionId: BigInt(transaction_id), globalPosition: BigInt(global_position!) },
        }),
      },
    ]),
  );
}

export async function countPosted(
  session: SqlSession,
  range: EventRange,
  kinds: readonly DueKind[],
): Promise<{ kind: DueKind; transfers: number }[]> {
  return session.query<{ kind: DueKind; transfers: number }>(countsSql, [...placesOf(range), kinds]);
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
  range: EventRange,
  kinds: readonly DueKind[],
): Promise<KnownTransfer[]> {
  const rows = await session.query<{ transfer_id: string; kind: DueKind }>(notDueSql, [...placesOf(range), kinds]);
  return rows.map(({ transfer_id: transferId, kind }) => ({ transferId, kind }));
}
