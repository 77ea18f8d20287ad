import { AccountChanges } from './account-changes.js';
import { effectsOf } from './domain/effects.js';
import { flattened, type LedgerEntry } from './entry.js';
import type { LedgerConnection } from './ledger-connection.js';

export interface Findings {
  /** Not at the version they follow on. */
  stale: LedgerEntry[];
  /** They share an account that may run short between them. */
  contested: LedgerEntry[];
  free: LedgerEntry[];
}

/** Whose fault it may be that a flush was refused, as things stand now, without locks. */
export async function sortOut(connection: LedgerConnection, entries: readonly LedgerEntry[]): Promise<Findings> {
  const stale = await staleOf(connection, entries);
  const current = entries.filter((entry) => !stale.includes(entry));
  const short = await shortAccounts(connection, current);
  const isContested = (entry: LedgerEntry) => changesOf([entry]).rowAccounts.some((account) => short.has(account));
  return {
    stale,
    contested: current.filter(isContested),
    free: current.filter((entry) => !isContested(entry)),
  };
}

/** The entries whose transfer, or that of what comes first, is not at the version they follow on. */
export async function staleOf(connection: LedgerConnection, entries: readonly LedgerEntry[]): Promise<LedgerEntry[]> {
  const { rows } = await connection.query<{ transfer_id: string; version: number }>({
    text: 'select transfer_id, version from transfers where transfer_id = any($1::uuid[])',
    values: [flattened(entries).map(({ transferId }) => transferId)],
  });
  const versions = new Map(rows.map(({ transfer_id, version }) => [transfer_id, version]));
  const isStale = ({ transferId, expectedVersion }: LedgerEntry) => (versions.get(transferId) ?? 0) !== expectedVersion;
  return entries.filter((entry) => flattened([entry]).some(isStale));
}

async function shortAccounts(connection: LedgerConnection, entries: readonly LedgerEntry[]): Promise<Set<string>> {
  const changes = changesOf(entries);
  const { rows } = await connection.query<{ account: string; available: string }>({
    text: 'select account, posted - held as available from accounts where account = any($1::text[])',
    values: [changes.rowAccounts],
  });
  const available = new Map(rows.map((row) => [row.account, Number(row.available)]));
  const isShort = (account: string) => (available.get(account) ?? 0) + changes.of(account).lowestAvailable < 0;
  return new Set(changes.rowAccounts.filter(isShort));
}

/** The account that an entry refused for want of tokens takes from; the chart gives it one at most. */
export function payingAccountOf(entry: LedgerEntry): string {
  const changes = changesOf([entry]);
  const paying = changes.rowAccounts.find((account) => changes.of(account).lowestAvailable < 0);
  if (paying === undefined) throw new Error('a transfer that takes from no account was refused for want of tokens');
  return paying;
}

/** After all of the entries. */
function changesOf(entries: readonly LedgerEntry[]): AccountChanges {
  const effects = flattened(entries).map(({ event }) => effectsOf(event));
  const changes = new AccountChanges(effects);
  for (const effect of effects) changes.apply(effect, () => undefined);
  return changes;
}
