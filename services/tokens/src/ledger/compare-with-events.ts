import type { SqlSession } from '@candid/event-store';
import type { Pool } from 'pg';
import { compareRange, type LedgerDifference, wholeLedger } from './compare-range.js';
import type { RowFold } from './fold-rows.js';
import { longRead } from './long-read.js';

/** In the transaction of the comparison. */
export interface CompareHooks {
  /** Before its snapshot is taken. */
  onBegin?: (session: SqlSession) => Promise<void>;
  /** Where nothing differs: told the balances. */
  onWhole?: (session: SqlSession, balances: RowFold['accounts']) => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const accountFaultsSql = `with expected as (select * from json_populate_recordset(null::accounts, $1::json)),
    missing as (select 'missing' as kind, to_jsonb(one) as row from (table expected except table accounts) one limit 50),
    unexpected as (select 'unexpected' as kind, to_jsonb(one) as row from (table accounts except table expected) one limit 50)
  table missing union all table unexpected`;

/**
 * Compares every row with all events, in one snapshot of both; finds nothing if the ledger is whole. Runs beside traffic and
 * writes nothing. At most 50 rows of a kind.
 */
export function compareWithEvents(
  pool: Pool,
  { onBegin = nothing, onWhole = nothing }: CompareHooks = {},
): Promise<LedgerDifference[]> {
  return longRead(pool, async (session) => {
    await onBegin(session);
    const { differences, fold } = await compareRange(session, wholeLedger);
    const accounts = [...fold.accounts].map(([account, balance]) => ({ account, ...balance }));
    const rows = await session.query<Omit<LedgerDifference, 'table'>>(accountFaultsSql, [JSON.stringify(accounts)]);
    const found = [...differences, ...rows.map((row) => ({ table: 'accounts' as const, ...row }))];
    if (found.length === 0) await onWhole(session, fold.accounts);
    return found;
  });
}
