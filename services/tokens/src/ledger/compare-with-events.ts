import { inTransaction, type SqlSession } from '@candid/event-store';
import type { Pool } from 'pg';
import { RowFold } from './fold-rows.js';
import {
  addRebuiltAccounts,
  createRebuiltTables,
  dropRebuiltTables,
  foldEvents,
  lastPosition,
  ledgerRowTables,
} from './rebuilt-tables.js';

export interface LedgerDifference {
  table: 'accounts' | 'transfers' | 'postings' | 'events';
  /** `missing` is due by the events, `unexpected` is there without them; `contradiction` is an event at odds with earlier ones. */
  kind: 'missing' | 'unexpected' | 'contradiction';
  /** The row, or the event's position. */
  row: unknown;
}

/** In the transaction of the comparison. */
export interface CompareHooks {
  /** Before its snapshot is taken. */
  onBegin?: (session: SqlSession) => Promise<void>;
  /** Where nothing differs: told the balances. */
  onWhole?: (session: SqlSession, balances: RowFold['accounts']) => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;
const reportedPerKind = 50;

/**
 * Builds every row anew from the events, beside the live ones and in one snapshot of them, and says where the two differ;
 * nothing where the ledger is whole. Beside traffic; writes nothing that stays. At most 50 rows of a kind.
 */
export function compareWithEvents(
  pool: Pool,
  { onBegin = nothing, onWhole = nothing }: CompareHooks = {},
): Promise<LedgerDifference[]> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    await onBegin(session);
    await createRebuiltTables(session);
    const fold = new RowFold();
    await foldEvents(session, fold, { after: '0', upTo: await lastPosition(session) });
    await addRebuiltAccounts(session, fold);
    const found: LedgerDifference[] = fold.contradictions
      .slice(0, reportedPerKind)
      .map((row) => ({ table: 'events', kind: 'contradiction', row }));
    for (const table of ledgerRowTables) found.push(...(await differencesOf(session, table)));
    await dropRebuiltTables(session);
    if (found.length === 0) await onWhole(session, fold.accounts);
    return found;
  });
}

async function differencesOf(
  session: SqlSession,
  table: (typeof ledgerRowTables)[number],
): Promise<LedgerDifference[]> {
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
