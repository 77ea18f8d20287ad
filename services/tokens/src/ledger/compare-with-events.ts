import type { SqlSession } from '@candid/event-store';
import type { Database } from '@candid/platform/orm';
import { type PendingHold, RowFold, type StoredEvent } from './fold-rows.js';
import { effectsOf, isPlatformAccount, type LedgerEvent } from './transfer.js';

export interface LedgerDifference {
  table: 'accounts' | 'transfers' | 'postings' | 'events';
  /** `missing`: an event without its row. `unexpected`: a row without an event. `contradiction`: balances differ. */
  kind: 'missing' | 'unexpected' | 'contradiction';
  /** The row; for a fault of `events`, the event's position. */
  row: unknown;
}

/** Rows with `from` <= recorded_at < `before`; timestamps are text and may be infinite. */
export interface TimeRange {
  from: string;
  before: string;
}

interface LedgerRange {
  /** If `upTo` is absent, the range ends at the last event. */
  positions: Omit<PositionRange, 'upTo'> & { upTo?: string };
  /** Every row recorded in this range must have an event. Adjacent ranges together cover all rows. */
  recorded: TimeRange;
  /** Holds that are pending before the first event. */
  pending: readonly PendingHold[];
}

export const allTimes: TimeRange = { from: '-infinity', before: 'infinity' };
const wholeLedger: LedgerRange = { positions: { after: '0' }, recorded: allTimes, pending: [] };

/** Count and tokens by code. */
export type SumsByCode = Record<string, { count: number; tokens: number }>;

export function addTo(sums: SumsByCode, code: string, addedTokens: number): void {
  const { count, tokens } = sums[code] ?? { count: 0, tokens: 0 };
  sums[code] = { count: count + 1, tokens: tokens + addedTokens };
}

export interface ComparedRange {
  differences: LedgerDifference[];
  /** The balances and the pending holds after the last event. */
  fold: RowFold;
  sums: SumsByCode;
}

const reportedPerKind = 50;

const balancesBeforeSql = `select account, coalesce((select p.balance from postings p
      where p.account = name.account collate "C" and p.global_position <= $2::bigint
      order by p.global_position desc limit 1), 0)::float8 as posted
  from unnest($1::text[]) name(account)`;

const transferFaultsSql = `select to_jsonb(e) as expected, to_jsonb(t) as found
  from json_populate_recordset(null::transfers, $1::json) e left join transfers t using (transfer_id)
 where t.* is distinct from e.*`;

const postingFaultsSql = `select to_jsonb(e) as expected, to_jsonb(p) as found
  from json_populate_recordset(null::postings, $1::json) e left join postings p using (account, global_position)
 where p.* is distinct from e.*`;

const transfersWithoutEventSql = `select to_jsonb(t) as row from transfers t
  where t.recorded_at >= $1::timestamptz and t.recorded_at < $2::timestamptz
    and not exists (select from events e where e.event_id = t.transfer_id) limit ${reportedPerKind}`;

const postingsWithoutEventSql = `select to_jsonb(p) as row from postings p
  where p.recorded_at >= $1::timestamptz and p.recorded_at < $2::timestamptz
    and not exists (select from events e where e.global_position = p.global_position
      and e.stream_id = 'transfer-' || p.transfer_id and e.data->'postings' ? p.account) limit ${reportedPerKind}`;

/**
 * Compares transfers and postings with their events, page by page, in one snapshot. A balance is compared with the
 * posting before it, so a range is right only if all earlier ranges are right. A hold that is still pending after a
 * range is compared later, in the range in which the hold ends.
 */
export async function compareRange(session: SqlSession, range: LedgerRange): Promise<ComparedRange> {
  const { positions, recorded, pending } = range;
  const { after, upTo = await lastPosition(session) } = positions;
  const fold = new RowFold(pending);
  const comparison = new Comparison(session);
  const sums: SumsByCode = {};
  for await (const page of ledgerEventPages(session, { after, upTo })) {
    if (after !== '0') await addBalancesBefore(session, { fold, page, after });
    const { booked, transfers, postings } = fold.applyAll(page);
    for (const { code, amount } of booked) addTo(sums, code, amount);
    const ended = transfers.filter(({ transfer_id }) => !fold.pending.has(transfer_id));
    await comparison.compare('transfers', transferFaultsSql, ended);
    await comparison.compare('postings', postingFaultsSql, postings);
  }
  const isLast = positions.upTo === undefined;
  const stillPending = isLast ? [...fold.pending.values()].map(({ transfer }) => transfer) : [];
  await comparison.compare('transfers', transferFaultsSql, stillPending);
  await comparison.findUnexpected('transfers', transfersWithoutEventSql, recorded);
  await comparison.findUnexpected('postings', postingsWithoutEventSql, recorded);
  const contradictions = fold.contradictions
    .slice(0, reportedPerKind)
    .map((row): LedgerDifference => ({ table: 'events', kind: 'contradiction', row }));
  return { differences: [...contradictions, ...comparison.differences], fold, sums };
}

/** Adds the earlier balances of accounts that this page is the first to change. */
async function addBalancesBefore(
  session: SqlSession,
  { fold, page, after }: { fold: RowFold; page: readonly StoredEvent[]; after: string },
): Promise<void> {
  const accounts = new Set(page.flatMap(accountsOf));
  const unknown = [...accounts].filter((account) => !fold.hasBalance(account));
  if (unknown.length === 0) return;
  const rows = await session.query<{ account: string; posted: number }>(balancesBeforeSql, [unknown, after]);
  for (const { account, posted } of rows) fold.begin(account, posted);
}

function accountsOf({ type, data }: StoredEvent): string[] {
  const { postings, held } = effectsOf({ type, data } as LedgerEvent);
  const posted = Object.keys(postings).filter((account) => !isPlatformAccount(account));
  return held ? [held.account, ...posted] : posted;
}

/** Reports at most 50 missing and 50 unexpected rows per table. */
class Comparison {
  readonly differences: LedgerDifference[] = [];

  constructor(private readonly session: SqlSession) {}

  async compare(table: 'transfers' | 'postings', sql: string, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    const faults = await this.session.query<{ expected: unknown; found: unknown }>(sql, [JSON.stringify(rows)]);
    for (const { expected, found } of faults) {
      this.report({ table, kind: 'missing', row: expected });
      if (found !== null) this.report({ table, kind: 'unexpected', row: found });
    }
  }

  async findUnexpected(table: 'transfers' | 'postings', sql: string, { from, before }: TimeRange): Promise<void> {
    const faults = await this.session.query<{ row: unknown }>(sql, [from, before]);
    for (const { row } of faults) this.report({ table, kind: 'unexpected', row });
  }

  private report(difference: LedgerDifference): void {
    const { table, kind } = difference;
    const same = this.differences.filter((other) => other.table === table && other.kind === kind);
    if (same.length < reportedPerKind) this.differences.push(difference);
  }
}

/** Both hooks run in the transaction of the comparison. */
interface CompareHooks {
  /** Called before the snapshot is taken. */
  onBegin?: (session: SqlSession) => Promise<void>;
  /** Called with the balances if nothing differs. */
  onWhole?: (session: SqlSession, balances: RowFold['accounts']) => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const accountFaultsSql = `with expected as (select * from json_populate_recordset(null::accounts, $1::json)),
    missing as (select 'missing' as kind, to_jsonb(one) as row from (table expected except table accounts) one limit 50),
    unexpected as (select 'unexpected' as kind, to_jsonb(one) as row from (table accounts except table expected) one limit 50)
  table missing union all table unexpected`;

/** Compares every row with all events in one snapshot, during traffic. Reports at most 50 rows of a kind. */
export function compareWithEvents(
  database: Database,
  { onBegin = nothing, onWhole = nothing }: CompareHooks = {},
): Promise<LedgerDifference[]> {
  return longRead(database, async (session) => {
    await onBegin(session);
    const { differences, fold } = await compareRange(session, wholeLedger);
    const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
    const rows = await session.query<Omit<LedgerDifference, 'table'>>(accountFaultsSql, [JSON.stringify(accounts)]);
    const found = [...differences, ...rows.map((row) => ({ table: 'accounts' as const, ...row }))];
    if (found.length === 0) await onWhole(session, fold.accounts);
    return found;
  });
}

/** Events after `after` up to and including `upTo`; positions are text. */
export interface PositionRange {
  after: string;
  upTo: string;
}

const pageSize = 2_000;

const pageSql = `select global_position::text, stream_id, stream_version, type, data, metadata, recorded_at::text
  from events where stream_id like 'transfer-%' and global_position > $1::bigint and global_position <= $2::bigint
  order by events.global_position limit $3::int`;

/** Yields pages in the order of positions. */
export async function* ledgerEventPages(
  session: SqlSession,
  { after, upTo }: PositionRange,
): AsyncGenerator<StoredEvent[]> {
  let position = after;
  for (;;) {
    const page = await session.query<StoredEvent>(pageSql, [position, upTo, pageSize]);
    if (page.length === 0) return;
    yield page;
    position = page.at(-1)!.global_position;
  }
}

export async function lastPosition(session: SqlSession): Promise<string> {
  const [row] = await session.query<{ position: string }>(
    'select coalesce(max(global_position), 0)::text as position from events',
  );
  return row!.position;
}

/**
 * Reads in one snapshot, without a time limit. Event readers may have to wait for every open transaction that has
 * written. Therefore, `work` may write only at its end and must create no temporary table.
 */
export function longRead<Result>(database: Database, work: (session: SqlSession) => Promise<Result>): Promise<Result> {
  return database.transaction(async ({ session }) => {
    await session.query('set transaction isolation level repeatable read');
    await session.query('set local statement_timeout = 0');
    return work(session);
  });
}
