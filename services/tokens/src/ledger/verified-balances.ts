import { inTransaction, type SqlSession } from '@candid/event-store';
import type { Pool } from 'pg';
import { compareWithEvents, type LedgerDifference } from './compare-with-events.js';
import { isPlatformAccount } from './domain/accounts.js';
import { effectsOf } from './domain/effects.js';
import type { LedgerEvent } from './domain/events.js';

const pageSize = 2_000;
const reportedRows = 50;

/** Of the events that a finished transaction wrote at or after the bound; what is below it is complete. */
const pageSql = `select transaction_id::text, global_position::text, type, data from events
  where stream_id like 'transfer-%' and (transaction_id, global_position) > ($1::text::xid8, $2::text::bigint)
  order by events.transaction_id, events.global_position limit $3::int`;

const boundSql = 'select pg_snapshot_xmin(pg_current_snapshot())::text as bound';

const addChangesSql = `insert into balance_changes select * from json_to_recordset($1::json)
  as change (account text, posted bigint, held bigint)`;

const balanceFaultsSql = `with expected as (
    select account, sum(posted)::bigint as posted, sum(held)::bigint as held
      from (select account, posted, held from verified_balances union all select * from balance_changes) part
      group by account)
  select case when a.account is null then 'missing' else 'unexpected' end as kind,
      jsonb_build_object('account', coalesce(a.account, e.account), 'posted', a.posted, 'held', a.held,
        'posted by events', e.posted, 'held by events', e.held) as row
    from accounts a full join expected e on e.account = a.account
    where (a.posted, a.held) is distinct from (e.posted, e.held) limit ${reportedRows}`;

const statementFaultsSql = `select jsonb_build_object('account', a.account, 'posted', a.posted, 'postings', coalesce(s.posted, 0)) as row
  from accounts a left join (select account, sum(amount)::bigint as posted from postings group by account) s
    on s.account = a.account
  where a.posted <> coalesce(s.posted, 0) limit ${reportedRows}`;

type Balances = Map<string, { posted: number; held: number }>;
type Place = { transaction_id: string; global_position: string };
type EventRow = Place & LedgerEvent;

/**
 * Compares with the events what came since they were last compared, and keeps the balances then: every balance is what was
 * verified and the events since add up to, and what its postings add up to. A full run compares every row with all events.
 */
export async function compareBalances(pool: Pool, { isFull }: { isFull: boolean }): Promise<LedgerDifference[]> {
  const found =
    (!isFull && (await compareSince(pool))) || (await compareWithEvents(pool, { onBegin: lock, onWhole: keep }));
  if (found.length > 0) await forget(pool);
  return found;
}

/** Before the snapshot, which this statement does not take: two runs at once would add the same events twice. */
async function lock(session: SqlSession): Promise<void> {
  await session.query('lock table verified_ledger in share row exclusive mode');
}

/** Undefined where nothing was verified before. */
function compareSince(pool: Pool): Promise<LedgerDifference[] | undefined> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    await lock(session);
    const [known] = await session.query<{ bound: string }>(
      'select before_transaction::text as bound from verified_ledger',
    );
    if (!known) return undefined;
    const [{ bound }] = (await session.query<{ bound: string }>(boundSql)) as [{ bound: string }];
    const { settled, open } = await changesSince(session, known.bound, bound);
    await session.query(
      'create temporary table balance_changes (account text, posted bigint, held bigint) on commit drop',
    );
    for (const changes of [settled, open]) await session.query(addChangesSql, [JSON.stringify(rowsOf(changes))]);
    const faults = await session.query<Omit<LedgerDifference, 'table'>>(balanceFaultsSql);
    const statements = await session.query<{ row: unknown }>(statementFaultsSql);
    if (faults.length + statements.length === 0) await advance(session, settled, bound);
    return [
      ...faults.map((fault) => ({ table: 'accounts' as const, ...fault })),
      ...statements.map(({ row }) => ({ table: 'accounts' as const, kind: 'contradiction' as const, row })),
    ];
  });
}

/** What the events from `since` on change: those of transactions before `bound`, and the rest, to which others may still come. */
async function changesSince(
  session: SqlSession,
  since: string,
  bound: string,
): Promise<{ settled: Balances; open: Balances }> {
  const changes = { settled: new Map(), open: new Map() };
  let place: Place = { transaction_id: since, global_position: '-1' };
  for (;;) {
    const page = await session.query<EventRow>(pageSql, [place.transaction_id, place.global_position, pageSize]);
    if (page.length === 0) return changes;
    for (const event of page) add(BigInt(event.transaction_id) < BigInt(bound) ? changes.settled : changes.open, event);
    place = page.at(-1)!;
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

async function advance(session: SqlSession, changes: Balances, bound: string): Promise<void> {
  await session.query(
    `insert into verified_balances select * from json_populate_recordset(null::verified_balances, $1::json)
      on conflict (account) do update set posted = verified_balances.posted + excluded.posted,
        held = verified_balances.held + excluded.held`,
    [JSON.stringify(rowsOf(changes))],
  );
  await session.query(
    `insert into verified_ledger (before_transaction) values ($1::text::xid8)
      on conflict (only_row) do update set before_transaction = excluded.before_transaction, verified_at = now()`,
    [bound],
  );
}

/** Anew, from balances that all events make: without what is still open at the bound, which comes again. */
async function keep(session: SqlSession, balances: Balances): Promise<void> {
  const [{ bound }] = (await session.query<{ bound: string }>(boundSql)) as [{ bound: string }];
  const { open } = await changesSince(session, bound, bound);
  const settled: Balances = new Map(balances);
  for (const [account, { posted, held }] of open) {
    const known = settled.get(account)!;
    settled.set(account, { posted: known.posted - posted, held: known.held - held });
  }
  await session.query('delete from verified_balances');
  await session.query('delete from verified_ledger');
  await advance(session, settled, bound);
}

async function forget(pool: Pool): Promise<void> {
  await pool.query('delete from verified_ledger');
}
