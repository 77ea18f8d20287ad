import {
  comparePositions,
  type EventPosition,
  type PositionRow,
  positionOf,
  type SqlSession,
  settledPosition,
} from '@candid/event-store';
import type { Database } from '@candid/platform/orm';
import { allTimes, compareWithEvents, type LedgerDifference, longRead, type TimeRange } from './compare-with-events.js';
import { effectsOf, isPlatformAccount, type LedgerEvent } from './transfer.js';

const pageSize = 2_000;
const reportedRows = 50;

/** Reads a page of events after a position. */
const pageSql = `select global_position::text, type, data from events
  where stream_id like 'transfer-%' and global_position > $1::text::bigint
  order by events.global_position limit $2::int`;

const changesSql = `balance_changes as (
    select * from json_to_recordset($1::json) as change (account text, posted bigint, held bigint))`;

const balanceFaultsSql = `with ${changesSql}, expected as (
    select account, sum(posted)::bigint as posted, sum(held)::bigint as held
      from (select account, posted, held from verified_balances union all select * from balance_changes) part
      group by account)
  select case when a.account is null then 'missing' else 'unexpected' end as kind,
      jsonb_build_object('account', coalesce(a.account, e.account), 'posted', a.posted, 'held', a.held,
        'expected', e.posted, 'held expected', e.held) as row
    from accounts a full join expected e on e.account = a.account
    where (a.posted, a.held) is distinct from (e.posted, e.held) limit ${reportedRows}`;

/** A checksum of all accounts and balances. It is linear: the checksums of balances and of changes add up. */
const markSql = 'coalesce(sum((posted * 31 + held) * (hashtext(account) >> 12)), 0)';

const marksSql = `with ${changesSql}
  select count(*)::int as accounts, ${markSql} = (select accounts_mark from verified_ledger) +
    (select ${markSql} from balance_changes) as "isEqual" from accounts`;

/** For each changed account, the last balance before $2 plus the postings since $2 must equal the current balance. */
const statementFaultsSql = `with ${changesSql}, moved as (
    select account, sum(amount)::bigint as amount, min(global_position) as first_position from postings
     where recorded_at >= $2::timestamptz and balance is not null group by account
  ), named as (
    select account, amount, first_position from moved
    union all select account, 0, null from balance_changes c where not exists (select from moved m where m.account = c.account)
  ), statement as (
    select n.account, n.amount + coalesce((select p.balance from postings p
        where p.account = n.account collate "C" and (n.first_position is null or p.global_position < n.first_position)
        order by p.global_position desc limit 1), 0) as posted
      from named n
  )
  select jsonb_build_object('account', s.account, 'posted', a.posted, 'expected', s.posted) as row
    from statement s left join accounts a on a.account = s.account where a.posted is distinct from s.posted
   limit ${reportedRows}`;

type Balances = Map<string, { posted: number; held: number }>;
type EventRow = PositionRow & LedgerEvent;

interface ComparedBalances {
  accounts: number;
  differences: LedgerDifference[];
}

/**
 * Compares the changes since the last comparison with the events and saves the balances. Each balance must equal the
 * verified balance plus the later events, and agree with the postings since `from`. A full run compares every row with
 * all events.
 */
export async function compareBalances(
  database: Database,
  { isFull, from = allTimes.from }: { isFull: boolean } & Partial<TimeRange>,
): Promise<ComparedBalances> {
  const found = (!isFull && (await compareSince(database, from))) || (await compareAll(database));
  // After a fault, the next run compares everything again.
  if (found.differences.length > 0) await database.query('delete from verified_ledger');
  return found;
}

async function compareAll(database: Database): Promise<ComparedBalances> {
  const bound = await settledPosition(database);
  const differences = await compareWithEvents(database, {
    onBegin: lock,
    onWhole: (session, balances) => keep(session, balances, bound),
  });
  const [row] = await database.query<{ accounts: number }>('select count(*)::int as accounts from accounts');
  return { accounts: row!.accounts, differences };
}

/** Locks before the snapshot is taken, because two concurrent runs would add the same events twice. */
async function lock(session: SqlSession): Promise<void> {
  await session.query('lock table verified_ledger in share row exclusive mode');
}

/** Returns undefined if nothing was verified before. */
async function compareSince(database: Database, from: string): Promise<ComparedBalances | undefined> {
  const settledNow = await settledPosition(database);
  return longRead(database, async (session) => {
    await lock(session);
    const known = await verifiedUpTo(session);
    if (!known) return undefined;
    // Another run may have ended after `settledNow` was read.
    const bound = comparePositions(settledNow, known) < 0 ? known : settledNow;
    const { settled, open } = await changesSince(session, known, bound);
    const changes = JSON.stringify([...rowsOf(settled), ...rowsOf(open)]);
    const [marks] = await session.query<{ accounts: number; isEqual: boolean | null }>(marksSql, [changes]);
    const { accounts, isEqual } = marks!;
    const faults = isEqual ? [] : await session.query<Omit<LedgerDifference, 'table'>>(balanceFaultsSql, [changes]);
    const statements = await session.query<{ row: unknown }>(statementFaultsSql, [changes, from]);
    if (faults.length + statements.length === 0) await advance(session, settled, { bound, isMarked: isEqual === true });
    const differences = [
      ...faults.map((fault) => ({ table: 'accounts' as const, ...fault })),
      ...statements.map(({ row }) => ({ table: 'accounts' as const, kind: 'contradiction' as const, row })),
    ];
    return { accounts, differences };
  });
}

async function verifiedUpTo(session: SqlSession): Promise<EventPosition | undefined> {
  const [row] = await session.query<PositionRow>(
    'select before_position::text as global_position from verified_ledger',
  );
  return row && positionOf(row);
}

/** Changes after `since`: `settled` up to `bound`, `open` after `bound`. Events may still be added after `bound`. */
async function changesSince(
  session: SqlSession,
  since: EventPosition,
  bound: EventPosition,
): Promise<{ settled: Balances; open: Balances }> {
  const changes = { settled: new Map(), open: new Map() };
  let place = since;
  for (;;) {
    const page = await session.query<EventRow>(pageSql, [String(place.globalPosition), pageSize]);
    if (page.length === 0) return changes;
    for (const event of page) {
      place = positionOf(event);
      add(comparePositions(place, bound) <= 0 ? changes.settled : changes.open, event);
    }
  }
}

function add(balances: Balances, event: LedgerEvent): void {
  const { postings, held } = effectsOf(event);
  const change = (account: string, posted: number, heldTokens: number): void => {
    const known = balances.get(account) ?? { posted: 0, held: 0 };
    balances.set(account, { posted: known.posted + posted, held: known.held + heldTokens });
  };
  for (const [account, amount] of Object.entries(postings)) if (!isPlatformAccount(account)) change(account, amount, 0);
  if (held) change(held.account, 0, held.changeTokens);
}

const rowsOf = (balances: Balances) => [...balances].map(([account, balance]) => ({ account, ...balance }));

async function advance(
  session: SqlSession,
  changes: Balances,
  { bound, isMarked }: { bound: EventPosition; isMarked: boolean },
): Promise<void> {
  const rows = JSON.stringify(rowsOf(changes));
  const [row] = await session.query<{ mark: string }>(
    `select ((select ${markSql} from json_populate_recordset(null::verified_balances, $1::json)) +
        (select accounts_mark from verified_ledger))::text as mark`,
    [rows],
  );
  await session.query(
    `insert into verified_balances select * from json_populate_recordset(null::verified_balances, $1::json)
      on conflict (account) do update set posted = verified_balances.posted + excluded.posted,
        held = verified_balances.held + excluded.held`,
    [rows],
  );
  await session.query(
    `insert into verified_ledger (before_position, accounts_mark)
      values ($1::text::bigint, coalesce($2::numeric, (select ${markSql} from verified_balances)))
      on conflict (only_row) do update set before_position = excluded.before_position, accounts_mark = excluded.accounts_mark, verified_at = now()`,
    [String(bound.globalPosition), isMarked ? row!.mark : null],
  );
}

/** Saves the balances as of `bound`. The next comparison adds the later changes. */
async function keep(session: SqlSession, balances: Balances, bound: EventPosition): Promise<void> {
  const { open } = await changesSince(session, bound, bound);
  const settled: Balances = new Map(balances);
  for (const [account, { posted, held }] of open) {
    const known = settled.get(account)!;
    settled.set(account, { posted: known.posted - posted, held: known.held - held });
  }
  await session.query('delete from verified_balances');
  await session.query('delete from verified_ledger');
  await advance(session, settled, { bound, isMarked: false });
}
