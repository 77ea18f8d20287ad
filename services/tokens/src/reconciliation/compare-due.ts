import type { PublishedEvent } from '@candid/contracts';
import { inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { RpcClient } from '@candid/platform';
import type { Pool } from 'pg';
import type { SumsByCode } from '../ledger/compare-range.js';
import type { PositionRange } from '../ledger/ledger-events.js';
import { bookedTransfers, type KnownTransfer, waitingItems } from './booked.rows.js';
import { type Due, DueBookings, dueKinds } from './due-bookings.js';
import { publishedPages } from './published-events.js';

/** The assessments' events of a time: from the first one at or after `from` to the first one at or after `before`. */
export interface PublishedRange {
  /** Of a page that has the first one, or of an earlier one. */
  cursor: string | null;
  /** ISO 8601. */
  from?: string;
  before: string;
}

export interface ComparedDue {
  /** Due, and neither booked nor under way. */
  missing: Due[];
  otherAmount: Due[];
  /** By code, `hold` for what was started. */
  sums: SumsByCode;
  /** Of the page in which the range ended. */
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
