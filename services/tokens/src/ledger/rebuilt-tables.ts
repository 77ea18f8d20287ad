import type { SqlSession } from '@candid/event-store';
import type { PostingValues, RowFold, TransferValues } from './fold-rows.js';
import { ledgerEventPages, type PositionRange } from './ledger-events.js';

export const ledgerRowTables = ['accounts', 'transfers', 'postings'] as const;

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

/** Adds the rows of the range's events to what `fold` has seen. */
export async function foldEvents(
  session: SqlSession,
  fold: RowFold,
  range: PositionRange,
  onPage: (events: number, position: string) => void = () => undefined,
): Promise<void> {
  for await (const page of ledgerEventPages(session, range)) {
    const transfers = new Map<string, TransferValues>();
    const postings: PostingValues[] = [];
    for (const event of page) {
      const rows = fold.apply(event);
      transfers.set(rows.transfer.transfer_id, rows.transfer);
      postings.push(...rows.postings);
    }
    await session.query(addTransfersSql, [JSON.stringify([...transfers.values()])]);
    await session.query(addPostingsSql, [JSON.stringify(postings)]);
    onPage(page.length, page.at(-1)!.global_position);
  }
}

/** Last: a balance is what all events together make. */
export async function addRebuiltAccounts(session: SqlSession, fold: RowFold): Promise<void> {
  const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
  await session.query(addAccountsSql, [JSON.stringify(accounts)]);
}
