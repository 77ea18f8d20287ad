import { inTransaction, type SqlSession } from '@candid/event-store';
import type { Pool } from 'pg';
import { type PostingValues, RowFold, type StoredEvent, type TransferValues } from './fold-rows.js';

export interface LedgerDifference {
  table: 'accounts' | 'transfers' | 'postings' | 'events';
  /** `missing` is due by the events, `unexpected` is there without them; `contradiction` is an event at odds with earlier ones. */
  kind: 'missing' | 'unexpected' | 'contradiction';
  /** The row, or the event's position. */
  row: unknown;
}

const tables = ['accounts', 'transfers', 'postings'] as const;
const pageSize = 2_000;
const reportedPerKind = 50;

const pageSql = `select global_position::text, stream_id, stream_version, type, data, metadata, recorded_at::text
  from events where stream_id like 'transfer-%' and global_position > $1::bigint
  order by events.global_position limit $2::int`;

const addTransfersSql = `insert into rebuilt_transfers select * from json_populate_recordset(null::transfers, $1::json)
  on conflict (transfer_id) do update set version = excluded.version, status = excluded.status, code = excluded.code`;
const addPostingsSql = 'insert into rebuilt_postings select * from json_populate_recordset(null::postings, $1::json)';
const addAccountsSql = 'insert into rebuilt_accounts select * from json_populate_recordset(null::accounts, $1::json)';

/**
 * Builds every row anew from the events, beside the live ones and in one snapshot of them, and says where the two differ;
 * nothing where the ledger is whole. Beside traffic; writes nothing that stays. At most 50 rows of a kind.
 */
export function compareWithEvents(pool: Pool): Promise<LedgerDifference[]> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    for (const table of tables) {
      await session.query(`create temporary table rebuilt_${table} (like ${table} including indexes) on commit drop`);
    }
    const fold = await rebuild(session);
    const found: LedgerDifference[] = fold.contradictions
      .slice(0, reportedPerKind)
      .map((row) => ({ table: 'events', kind: 'contradiction', row }));
    for (const table of tables) found.push(...(await differencesOf(session, table)));
    return found;
  });
}

async function rebuild(session: SqlSession): Promise<RowFold> {
  const fold = new RowFold();
  let position = '0';
  for (;;) {
    const page = await session.query<StoredEvent>(pageSql, [position, pageSize]);
    if (page.length === 0) break;
    const transfers = new Map<string, TransferValues>();
    const postings: PostingValues[] = [];
    for (const event of page) {
      const rows = fold.apply(event);
      transfers.set(rows.transfer.transfer_id, rows.transfer);
      postings.push(...rows.postings);
    }
    await session.query(addTransfersSql, [JSON.stringify([...transfers.values()])]);
    await session.query(addPostingsSql, [JSON.stringify(postings)]);
    position = page.at(-1)!.global_position;
  }
  const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
  await session.query(addAccountsSql, [JSON.stringify(accounts)]);
  return fold;
}

async function differencesOf(session: SqlSession, table: (typeof tables)[number]): Promise<LedgerDifference[]> {
  const only = (one: string, other: string) =>
    session.query<{ row: unknown }>(
      `select to_jsonb(difference) as row from (table ${one} except table ${other}) difference limit ${reportedPerKind}`,
    );
  const missing = await only(`rebuilt_${table}`, table);
  const unexpected = await only(table, `rebuilt_${table}`);
  return [
    ...missing.map(({ row }) => ({ table, kind: 'missing' as const, row })),
    ...unexpected.map(({ row }) => ({ table, kind: 'unexpected' as const, row })),
  ];
}
