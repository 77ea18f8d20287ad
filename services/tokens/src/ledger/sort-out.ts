import type { Pool } from 'pg';
import { encodeBatch } from './batch.js';
import type { LedgerEntry } from './entry.js';

export interface Findings {
  /** Not at the version they follow on. */
  stale: LedgerEntry[];
  /** They share an account that may run short between them. */
  contested: LedgerEntry[];
  free: LedgerEntry[];
}

/** Whose fault it may be that a flush was refused, as things stand now, without locks. */
export async function sortOut(pool: Pool, entries: readonly LedgerEntry[]): Promise<Findings> {
  const stale = await staleOf(pool, entries);
  const current = entries.filter((entry) => !stale.includes(entry));
  const short = await shortAccounts(pool, current);
  const isContested = (entry: LedgerEntry) => accountsOf(entry).some((account) => short.has(account));
  return {
    stale,
    contested: current.filter(isContested),
    free: current.filter((entry) => !isContested(entry)),
  };
}

/** The entries whose transfer is not at the version they follow on. */
export async function staleOf(pool: Pool, entries: readonly LedgerEntry[]): Promise<LedgerEntry[]> {
  const { rows } = await pool.query<{ transfer_id: string; version: number }>(
    'select transfer_id, version from transfers where transfer_id = any($1::uuid[])',
    [entries.map(({ transferId }) => transferId)],
  );
  const versions = new Map(rows.map(({ transfer_id, version }) => [transfer_id, version]));
  return entries.filter(({ transferId, expectedVersion }) => (versions.get(transferId) ?? 0) !== expectedVersion);
}

async function shortAccounts(pool: Pool, entries: readonly LedgerEntry[]): Promise<Set<string>> {
  const { changes } = encodeBatch(entries, { has: () => true });
  const { rows } = await pool.query<{ account: string; available: string }>(
    'select account, posted - held as available from accounts where account = any($1::text[])',
    [[...changes.keys()]],
  );
  const available = new Map(rows.map((row) => [row.account, Number(row.available)]));
  const isShort = ([account, { lowestAvailable }]: [string, { lowestAvailable: number }]) =>
    (available.get(account) ?? 0) + lowestAvailable < 0;
  return new Set([...changes].filter(isShort).map(([account]) => account));
}

function accountsOf(entry: LedgerEntry): string[] {
  return [...encodeBatch([entry], { has: () => true }).rowAccounts];
}

/** The account that an entry refused for want of tokens takes from; the chart gives it one at most. */
export function payingAccountOf(entry: LedgerEntry): string {
  const { changes } = encodeBatch([entry], { has: () => true });
  const paying = [...changes].find(([, { lowestAvailable }]) => lowestAvailable < 0);
  if (!paying) throw new Error('a transfer that takes from no account was refused for want of tokens');
  return paying[0];
}
