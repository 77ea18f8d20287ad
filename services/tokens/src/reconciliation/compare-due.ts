import type { PublishedEvent, ReconciledRow } from '@candid/contracts';
import { type EventPosition, inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { RpcClient } from '@candid/platform';
import type { Pool } from 'pg';
import type { PositionRange, SumsByCode, TimeRange } from '../ledger/compare-with-events.js';
import { purchaseKey } from '../ledger/posted-transfers.js';
import { transferIdOf } from '../ledger/transfer.js';
import { type Due, DueBookings, type DueKind, dueKinds, publishedPages } from './due-bookings.js';

/** The assessments' events of a time: from the first one at or after `from` to the first one at or after `before`. */
export interface PublishedRange {
  /** A page that contains the first event, or an earlier page. */
  cursor: string | null;
  /** ISO 8601. */
  from?: string;
  before: string;
}

export interface ComparedDue {
  /** Due, and neither booked nor under way. */
  missing: Due[];
  otherAmount: Due[];
  /** Keyed by code. `hold` stands for what was started. */
  sums: SumsByCode;
  /** The page in which the range ended. */
  cursor: string | null;
}

type Rpc = Pick<RpcClient, 'call'>;

const notDueSql = `select e.event_id as "transferId", e.data->>'code' as kind from events e
  where e.global_position > $1::text::bigint and e.global_position <= $2::text::bigint and e.type = 'TransferPosted'
    and e.data->>'code' = any($3::text[]) and e.data->>'effectiveAt' >= $4 and e.data->>'effectiveAt' < $5
    and not exists (select from due_transfers d where d.transfer_id = e.event_id)
  order by e.global_position limit 50`;

/** Compares the transfers that events of a time make due with those that are booked, whenever that was. */
export async function compareDue({ pool, rpc }: { pool: Pool; rpc: Rpc }, range: PublishedRange): Promise<ComparedDue> {
  const session = sessionOfClient(pool);
  const sums: SumsByCode = {};
  const found: ComparedDue = { missing: [], otherAmount: [], sums, cursor: range.cursor };
  for await (const { events, from } of pagesOf(rpc, range)) {
    found.cursor = from;
    const bookings = new DueBookings();
    const due = events.flatMap((event) => bookings.apply(event));
    for (const { kind, amountTokens } of due) add(sums, kind, amountTokens);
    for (const tokens of events.map(startedTokens)) if (tokens > 0) add(sums, 'hold', tokens);
    const booked = await bookedTransfers(
      session,
      due.map(({ transferId }) => transferId),
    );
    found.missing.push(...due.filter(({ transferId }) => !booked.has(transferId)));
    found.otherAmount.push(
      ...due.filter(
        ({ transferId, amountTokens }) => (booked.get(transferId)?.amountTokens ?? amountTokens) !== amountTokens,
      ),
    );
  }
  found.missing = await forgottenOf(session, found.missing);
  return found;
}

/** Transfers at these positions that took effect in the range's time, and that none of its events makes due: at most 50. */
export function notDueOf(
  { pool, rpc }: { pool: Pool; rpc: Rpc },
  range: PublishedRange,
  { after, upTo }: PositionRange,
): Promise<KnownTransfer[]> {
  return inTransaction(pool, async (session) => {
    await session.query('create temporary table due_transfers (transfer_id uuid) on commit drop');
    for await (const { events } of pagesOf(rpc, range)) {
      const bookings = new DueBookings();
      const ids = events.flatMap((event) => bookings.apply(event)).map(({ transferId }) => transferId);
      await session.query('insert into due_transfers select unnest($1::uuid[])', [ids]);
    }
    return session.query<KnownTransfer>(notDueSql, [after, upTo, dueKinds, range.from ?? '', range.before]);
  });
}

async function* pagesOf(rpc: Rpc, { cursor, from, before }: PublishedRange) {
  let hasBegun = from === undefined;
  for await (const page of publishedPages(rpc, cursor)) {
    const events: PublishedEvent[] = [];
    let hasEnded = false;
    for (const event of page.events) {
      hasBegun ||= event.recordedAt >= from!;
      hasEnded ||= hasBegun && event.recordedAt >= before;
      if (hasBegun && !hasEnded) events.push(event);
    }
    yield { ...page, events };
    if (hasEnded) return;
  }
}

async function forgottenOf(session: SqlSession, missing: readonly Due[]): Promise<Due[]> {
  const waiting = new Set((await waitingItems(session)).map(({ id }) => id));
  return missing.filter(({ workItem }) => !workItem || !waiting.has(workItem));
}

function startedTokens(event: PublishedEvent): number {
  const bookings = new DueBookings();
  bookings.apply(event);
  return Math.max(
    0,
    [...bookings.open.values()].reduce((sum, tokens) => sum + Math.max(tokens, 0), 0),
  );
}

function add(sums: SumsByCode, code: string, tokens: number): void {
  const sum = sums[code] ?? { count: 0, tokens: 0 };
  sums[code] = { count: sum.count + 1, tokens: sum.tokens + tokens };
}

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

const notMadeDueSql = `select e.event_id as transfer_id, e.data->>'code' as kind ${postedSql}
   and not exists (select from due_transfers d where d.transfer_id = e.event_id)
  order by e.transaction_id, e.global_position limit 50`;

interface WaitingItem {
  id: string;
  payload: string;
}

interface BookedTransfer {
  amountTokens: number;
  /** Undefined for a row without an event. */
  position?: EventPosition;
}

export interface KnownTransfer {
  transferId: string;
  kind: DueKind;
}

/** Excludes the event at `after` and includes the one at `upTo`. */
interface EventRange {
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
  const rows = await session.query<{ transfer_id: string; kind: DueKind }>(notMadeDueSql, [...placesOf(range), kinds]);
  return rows.map(({ transfer_id: transferId, kind }) => ({ transferId, kind }));
}

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
