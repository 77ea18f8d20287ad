import { inTransaction, type RebuildProgress, type SqlSession, sessionOfClient } from '@candid/event-store';
import pg from 'pg';
import { lastPosition, ledgerEventPages, type PositionRange } from '../ledger/compare-with-events.js';
import { RowFold } from '../ledger/fold-rows.js';
import { forgetSnapshots, remakeSnapshots } from '../snapshots/snapshots.js';

const keys = { accounts: ['account'], transfers: ['transfer_id'], postings: ['account', 'global_position'] } as const;

/**
 * Rebuilds accounts, transfers and postings from the events and replaces the rows that differ. Readers never wait;
 * writers wait only while the last events are replayed and the rows compared. The snapshots are rebuilt last, because
 * no answer waits for them. Needs the rights of the tables' owner, because the application role may not change
 * postings. Throws, and changes nothing, if the events contradict each other or another rebuild runs.
 */
export async function rebuildLedger(
  ownerUrl: string,
  onProgress: (progress: RebuildProgress) => void = () => undefined,
): Promise<{ replacedRows: number }> {
  // A slow connection must not end a rebuild that has run for hours.
  const times = { idleTimeoutMillis: 0, connectionTimeoutMillis: 60_000 };
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, ...times });
  try {
    const session = sessionOfClient(pool);
    await requireAlone(session);
    // The temporary tables are dropped at the session's end at the latest.
    for (const table of ledgerRowTables) {
      await session.query(`create temporary table rebuilt_${table} (like ${table} including indexes)`);
    }
    const fold = new RowFold();
    const settled = await inTransaction(pool, settledPosition);
    let events = 0;
    await foldEvents(session, fold, { after: '0', upTo: settled }, (count, position) => {
      events += count;
      onProgress({ events, position: BigInt(position), lastPosition: BigInt(settled) });
    });
    const replacedRows = await inTransaction(pool, (within) => replaceRows(within, fold, settled));
    for (const table of ledgerRowTables) await session.query(`drop table rebuilt_${table}`);
    await remakeSnapshots(pool);
    return { replacedRows };
  } finally {
    await pool.end();
  }
}

async function requireAlone(session: SqlSession): Promise<void> {
  const [row] = await session.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('rebuild ledger', 0)) as taken`,
  );
  if (!row!.taken) throw new Error('the ledger is being rebuilt already');
}

/**
 * Positions are assigned before the commit, so an event with a lower position could still appear. Every flush writes
 * accounts first, so the holder of the lock on `accounts` sees all events up to the last position.
 */
async function settledPosition(session: SqlSession): Promise<string> {
  await session.query('lock table accounts in share row exclusive mode');
  return lastPosition(session);
}

async function replaceRows(session: SqlSession, fold: RowFold, settled: string): Promise<number> {
  const upTo = await settledPosition(session);
  await foldEvents(session, fold, { after: settled, upTo });
  // Adds the accounts last, because a balance results from all events.
  const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
  await session.query(addAccountsSql, [JSON.stringify(accounts)]);
  if (fold.contradictions.length > 0) {
    throw new Error(`events contradict each other at ${fold.contradictions.slice(0, 5).join(', ')}`);
  }
  await session.query('alter table postings disable trigger postings_append_only');
  let replaced = 0;
  for (const table of ledgerRowTables) replaced += await replaceDifferent(session, table);
  await session.query('alter table postings enable trigger postings_append_only');
  await forgetSnapshots(session);
  return replaced;
}

async function replaceDifferent(session: SqlSession, table: (typeof ledgerRowTables)[number]): Promise<number> {
  const same = keys[table].map((column) => `live.${column} = rebuilt.${column}`).join(' and ');
  const removed = await session.query(
    `delete from ${table} live where not exists
       (select from rebuilt_${table} rebuilt where ${same} and to_jsonb(rebuilt) = to_jsonb(live)) returning 1 as row`,
  );
  const added = await session.query(
    `insert into ${table} select rebuilt.* from rebuilt_${table} rebuilt
      where not exists (select from ${table} live where ${same}) returning 1 as row`,
  );
  return Math.max(removed.length, added.length);
}

export const ledgerRowTables = ['accounts', 'transfers', 'postings'] as const;

const addTransfersSql = `insert into rebuilt_transfers select * from json_populate_recordset(null::transfers, $1::json)
  on conflict (transfer_id) do update set version = excluded.version, status = excluded.status, code = excluded.code`;

const addPostingsSql = 'insert into rebuilt_postings select * from json_populate_recordset(null::postings, $1::json)';
const addAccountsSql = 'insert into rebuilt_accounts select * from json_populate_recordset(null::accounts, $1::json)';

/** Adds the rows of the range's events to those of `fold`. */
async function foldEvents(
  session: SqlSession,
  fold: RowFold,
  range: PositionRange,
  onPage: (events: number, position: string) => void = () => undefined,
): Promise<void> {
  for await (const page of ledgerEventPages(session, range)) {
    const { transfers, postings } = fold.applyAll(page);
    await session.query(addTransfersSql, [JSON.stringify(transfers)]);
    await session.query(addPostingsSql, [JSON.stringify(postings)]);
    onPage(page.length, page.at(-1)!.global_position);
  }
}
