import type { PublishedEvent, ReconciledRow } from '@candid/contracts';
import { type EventPosition, type PositionRow, positionOf, type SqlSession } from '@candid/event-store';
import type { RpcClient } from '@candid/platform';
import type { Database } from '@candid/platform/orm';
import { addTo, type PositionRange, type SumsByCode, type TimeRange } from '../ledger/compare-with-events.js';
import { purchaseKey } from '../ledger/posted-transfers.js';
import { transferIdOf } from '../ledger/transfer.js';
import { rowOf } from './check.js';
import { type Due, DueBookings, type DueKind, dueKinds, publishedPages } from './due-bookings.js';

/** The range begins with the assessments' first event at or after `from`. The first at or after `before` follows it. */
export interface PublishedRange {
  /** Cursor of the page with the first event, or of an earlier page. */
  cursor: string | null;
  /** ISO 8601. */
  from?: string;
  before: string;
}

export interface ComparedDue {
  /** Transfers that are due, but neither booked nor under way. */
  missing: Due[];
  otherAmount: Due[];
  /** Keyed by code. `hold` is the sum of the starts. */
  sums: SumsByCode;
  /** Cursor of the page in which the range ends. */
  cursor: string | null;
}

interface Sources {
  database: Database;
  rpc: Pick<RpcClient, 'call'>;
}

const notDueSql = `select e.event_id as "transferId", e.data->>'code' as kind from events e
  where e.global_position > $1::text::bigint and e.global_position <= $2::text::bigint and e.type = 'TransferPosted'
    and e.data->>'code' = any($3::text[]) and e.data->>'effectiveAt' >= $4 and e.data->>'effectiveAt' < $5
    and not exists (select from due_transfers d where d.transfer_id = e.event_id)
  order by e.global_position limit 50`;

/** Looks up the booking of each transfer that a range of events makes due. A booking of any time counts. */
export async function compareDue({ database, rpc }: Sources, range: PublishedRange): Promise<ComparedDue> {
  const sums: SumsByCode = {};
  const found: ComparedDue = { missing: [], otherAmount: [], sums, cursor: range.cursor };
  for await (const { events, from } of pagesOf(rpc, range)) {
    found.cursor = from;
    const bookings = new DueBookings();
    const due = events.flatMap((event) => bookings.apply(event));
    for (const { kind, amountTokens } of due) addTo(sums, kind, amountTokens);
    for (const tokens of events.map(startedTokens)) if (tokens > 0) addTo(sums, 'hold', tokens);
    const booked = await bookedTransfers(database, due);
    for (const one of due) {
      const transfer = booked.get(one.transferId);
      if (!transfer) found.missing.push(one);
      else if (transfer.amountTokens !== one.amountTokens) found.otherAmount.push(one);
    }
  }
  const waiting = new Set((await waitingItems(database)).map(({ id }) => id));
  found.missing = found.missing.filter(({ workItem }) => !workItem || !waiting.has(workItem));
  return found;
}

/** Returns at most 50 transfers at these positions that no event makes due and that took effect within the range. */
export function notDueOf(
  { database, rpc }: Sources,
  range: PublishedRange,
  { after, upTo }: PositionRange,
): Promise<KnownTransfer[]> {
  return besideDue(database, pagesOf(rpc, range), (session) =>
    session.query<KnownTransfer>(notDueSql, [after, upTo, dueKinds, range.from ?? '', range.before]),
  );
}

/** Runs `find` in a transaction with the table `due_transfers`: all transfers that the events make due. */
export function besideDue<Found>(
  database: Database,
  pages: AsyncIterable<{ events: readonly PublishedEvent[] }>,
  find: (session: SqlSession) => Promise<Found>,
): Promise<Found> {
  return database.transaction(async ({ session }) => {
    await session.query('create temporary table due_transfers (transfer_id uuid) on commit drop');
    for await (const { events } of pages) {
      const bookings = new DueBookings();
      const ids = events.flatMap((event) => bookings.apply(event)).map(({ transferId }) => transferId);
      await session.query('insert into due_transfers select unnest($1::uuid[])', [ids]);
    }
    return find(session);
  });
}

async function* pagesOf(rpc: Sources['rpc'], { cursor, from, before }: PublishedRange) {
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

function startedTokens(event: PublishedEvent): number {
  const bookings = new DueBookings();
  bookings.apply(event);
  return [...bookings.open.values()].reduce((sum, tokens) => sum + Math.max(tokens, 0), 0);
}

/** Items whose booking is still expected: rewards may wait days for allowance, others minutes for escrow tokens. */
const waitingSql = `select id, payload::text as payload from work_items where completed_at is null and failed_at is null
   and (queue = 'rewards' or (queue in ('bookings', 'refunds') and created_at > now() - interval '15 minutes'))`;

const bookedSql = `select t.transfer_id, t.amount::float8, e.global_position from transfers t
   left join events e on e.event_id = t.transfer_id
  where t.transfer_id = any($1::uuid[])`;

/** A forged row has no event, and so no position. */
const withoutEventSql = `select t.transfer_id as "transferId", t.code as kind from transfers t
  where t.recorded_at >= $1::timestamptz and t.code = any($2::text[])
    and not exists (select from events e where e.event_id = t.transfer_id)`;

const postedSql = `from events e where e.global_position > $1::text::bigint and e.global_position <= $2::text::bigint
   and e.type = 'TransferPosted' and e.data->>'code' = any($3::text[])`;

const countsSql = `select e.data->>'code' as kind, count(*)::int as transfers ${postedSql} group by 1`;

const notMadeDueSql = `select e.event_id as "transferId", e.data->>'code' as kind ${postedSql}
   and not exists (select from due_transfers d where d.transfer_id = e.event_id)
  order by e.global_position limit 50`;

interface BookedTransfer {
  amountTokens: number;
  /** Undefined if the row has no event. */
  position: EventPosition | undefined;
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

const placesOf = ({ after, upTo }: EventRange): string[] => [String(after.globalPosition), String(upTo.globalPosition)];

export const waitingItems = (session: SqlSession) => session.query<{ id: string; payload: string }>(waitingSql);

export async function bookedTransfers(session: SqlSession, due: readonly Due[]): Promise<Map<string, BookedTransfer>> {
  if (due.length === 0) return new Map();
  const ids = due.map(({ transferId }) => transferId);
  const rows = await session.query<{ transfer_id: string; amount: number } & PositionRow>(bookedSql, [ids]);
  return new Map(
    rows.map(({ transfer_id, amount: amountTokens, ...place }) => {
      const position = place.global_position === null ? undefined : positionOf(place);
      return [transfer_id, { amountTokens, position }];
    }),
  );
}

export const countPosted = (session: SqlSession, range: EventRange) =>
  session.query<{ kind: DueKind; transfers: number }>(countsSql, [...placesOf(range), dueKinds]);

/** Returns transfers of these kinds that were recorded since `recordedSince` and have no event. */
export const transfersWithoutEvent = (session: SqlSession, recordedSince: string, kinds: readonly DueKind[]) =>
  session.query<KnownTransfer>(withoutEventSql, [recordedSince, kinds]);

/** Returns at most 50 transfers that are not in the transaction's table `due_transfers`. */
export const transfersNotDue = (session: SqlSession, range: EventRange, kinds: readonly DueKind[]) =>
  session.query<KnownTransfer>(notMadeDueSql, [...placesOf(range), kinds]);

const paidSql = `select c.checkout_id as id, c.tokens from checkouts c
  where c.is_paid and c.updated_at >= $1::timestamptz and c.updated_at < $2::timestamptz
    and not exists (select from work_items w where w.id = 'purchase-' || c.checkout_id and w.completed_at is null
      and w.failed_at is null)`;

const creditedSql = `select transfer_id as id, amount::float8 as tokens from transfers
  where transfer_id = any($1::uuid[]) and code = 'purchase'`;

const unpaidSql = `select t.transfer_id as id from transfers t
  where t.recorded_at >= $1::timestamptz and t.recorded_at < $2::timestamptz and t.code = 'purchase' and not exists (
    select from checkouts c where c.is_paid and t.idempotency_key = 'purchase:' || c.checkout_id and t.amount = c.tokens)`;

/** Returns the range's paid checkouts without a credit or an open work item, and the credits without a payment. */
export async function comparePurchases(session: SqlSession, { from, before }: TimeRange): Promise<ReconciledRow[]> {
  const paid = await session.query<{ id: string; tokens: number }>(paidSql, [from, before]);
  const transferOf = (checkoutId: string) => transferIdOf(purchaseKey(checkoutId));
  const ids = paid.map(({ id }) => transferOf(id));
  const credited = await session.query<{ id: string; tokens: number }>(creditedSql, [ids]);
  const creditedTokens = new Map(credited.map(({ id, tokens }) => [id, tokens]));
  const uncredited = paid.filter(({ id, tokens }) => creditedTokens.get(transferOf(id)) !== tokens);
  const unpaid = await session.query<{ id: string }>(unpaidSql, [from, before]);
  return [
    ...uncredited.map(({ id }) => rowOf('checkout', id, `checkout ${id} is paid and not credited`)),
    ...unpaid.map(({ id }) => rowOf('transfer', id, `transfer ${id} credits what nobody paid`)),
  ];
}
