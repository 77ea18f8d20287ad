import type { ReconciledRow } from '@candid/contracts';
import type { EventStore } from '@candid/event-store';
import type { LedgerDifference } from '../ledger/compare-range.js';

const eventIdsSql = `select global_position::text as position, event_id from events where global_position = any($1::bigint[])`;

/** The rows that differ, named by account, transfer or event. */
export async function rowsOfDifferences(
  { pool }: EventStore,
  differences: readonly LedgerDifference[],
): Promise<ReconciledRow[]> {
  const positions = differences.filter(({ table }) => table === 'events').map(({ row }) => row as string);
  const { rows } = await pool.query<{ position: string; event_id: string }>(eventIdsSql, [positions]);
  const eventIds = new Map(rows.map(({ position, event_id }) => [position, event_id]));
  return differences.map(({ table, kind, row }) => {
    const detail = `${table}: ${kind} ${JSON.stringify(row)}`;
    if (table === 'events') return { kind: 'event', id: eventIds.get(row as string) ?? String(row), detail };
    const { account, transfer_id } = row as { account: string; transfer_id: string };
    return table === 'accounts'
      ? { kind: 'account', id: account, detail }
      : { kind: 'transfer', id: transfer_id, detail };
  });
}
