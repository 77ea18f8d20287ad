import type { SqlSession } from '@candid/event-store';
import { type PostingValues, type RowFold, type StoredEvent, type TransferValues } from './fold-rows.js';

export const ledgerRowTables = ['accounts', 'transfers', 'postings'] as const;

const pageSize = 2_000;

const pageSql = `select global_position::text, stream_id, stream_version, type, data, metadata, recorded_at::text
  from events where stream_id like 'transfer-%' and global_position > $1::bigint and global_position <= $2::bigint
  order by events.global_position limit $3::int`;

const addTransfersSql = `insert into rebuilt_transfers select * from json_populate_recordset(null::transfers, $1::json)
  on conflict (transfer_id) do update set version = excluded.version, status = excluded.status, code = excluded.code`;
const addPostingsSql = 'insert into rebuilt_postings select * from json_populate_recordset(null::postings, $1::json)';
const addAccountsSql = 'insert into rebuilt_accounts select * from json_populate_recordset(null::accounts, $1::json)';

/** Temporary tables beside the live ones, which the session's end drops at the latest. */
export async function createRebuiltTables(session: SqlSession): Promise<void> {
  for (const table of ledgerRowTables) {
    await session.query(`create temporary table rebuilt_${table} (like ${table} including indexes)`);
  }
}

export async function dropRebuiltTables(session: SqlSession): Promise<void> {
  for (const table of ledgerRowTables) await session.query(`drop table rebuilt_${table}`);
}

/** Adds the rows of the events behind `after`, `upTo` included, to what `fold` has seen; positions as text. */
export async function foldEvents(
  session: SqlSession,
  fold: RowFold,
  { after, upTo }: { after: string; upTo: string },
  onPage: (events: number, position: string) => void = () => undefined,
): Promise<void> {
  let position = after;
  for (;;) {
    const page = await session.query<StoredEvent>(pageSql, [position, upTo, pageSize]);
    if (page.length === 0) return;
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
    onPage(page.length, position);
  }
}

/** Last: a balance is what all events together make. */
export async function addRebuiltAccounts(session: SqlSession, fold: RowFold): Promise<void> {
  const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
  await session.query(addAccountsSql, [JSON.stringify(accounts)]);
}

export async function lastPosition(session: SqlSession): Promise<string> {
  const [row] = await session.query<{ position: string }>(
    'select coalesce(max(global_position), 0)::text as position from events',
  );
  return row!.position;
}
