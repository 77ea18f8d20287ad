import type { ReconciledRow } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { BrokenLink } from '../chain/verify-chain.js';
import type { LedgerDifference } from '../ledger/compare-with-events.js';
import type { Due, DueKind } from './due-bookings.js';

export interface Finding {
  ok: boolean;
  /** Number of faults. */
  figure: number;
  detail: string;
  /** The first faulty rows. */
  rows: ReconciledRow[];
  /** Number of faults that this run has repaired: its second check did not find them any more. */
  healed: number;
}

/** Checks, keyed by runbook entry. A check that repairs uses the normal code path and then checks again. */
export type Checks = Record<string, () => Promise<Finding>>;

const shownFaults = 5;
const namedRows = 50;

/** Returns a good finding if there are no faults, else one that lists the first of them. */
export function findingOf(faults: readonly ReconciledRow[], whereGood: string, healed = 0): Finding {
  if (faults.length === 0) {
    const detail = healed === 0 ? whereGood : `${whereGood}; ${healed} repaired`;
    return { ok: true, figure: 0, detail, rows: [], healed };
  }
  const more = faults.length > shownFaults ? `; and ${faults.length - shownFaults} more` : '';
  const first = faults.slice(0, shownFaults).map(({ detail }) => detail);
  const detail = `${first.join('; ')}${more}`;
  return { ok: false, figure: faults.length, detail, rows: faults.slice(0, namedRows), healed };
}

/** Adds faults to the finding and keeps the count of repaired ones. */
export function withFaults(finding: Finding, faults: readonly ReconciledRow[]): Finding {
  if (faults.length === 0) return finding;
  const more = findingOf(faults, '', finding.healed);
  if (finding.ok) return more;
  const rows = [...finding.rows, ...faults].slice(0, namedRows);
  return { ...more, figure: finding.figure + more.figure, detail: `${finding.detail}; ${more.detail}`, rows };
}

export const rowOf = (kind: ReconciledRow['kind'], id: string, detail: string): ReconciledRow => ({ kind, id, detail });

export const rowOfLink = ({ number, eventId, fault }: BrokenLink) =>
  rowOf('event', eventId, `link ${number}: event ${eventId} is ${fault}`);

export const rowOfNotDue = ({ transferId, kind }: { transferId: string; kind: DueKind }) =>
  rowOf('transfer', transferId, `transfer ${transferId} of code ${kind} is not due`);

/** Returns rows for due transfers that are not booked, or booked with another amount. */
export function rowsOfDue(found: { missing: readonly Due[]; otherAmount: readonly Due[] }) {
  const named = (due: readonly Due[], detailOf: (key: string) => string) =>
    due.map(({ kind, transferId, idempotencyKey }) => ({
      kind,
      row: rowOf('transfer', transferId, detailOf(idempotencyKey)),
    }));
  return [
    ...named(found.missing, (key) => `${key} is not booked`),
    ...named(found.otherAmount, (key) => `${key} is booked with another amount`),
  ];
}

const eventIdsSql = `select global_position::text as position, event_id as "eventId" from events
  where global_position = any($1::bigint[])`;

/** Says by how many tokens an account is off, if the expected balance is known, and otherwise lists the row's columns. */
export function wordsOf({ table, kind, row }: LedgerDifference): string {
  if (typeof row !== 'object' || row === null) return `${table}: ${kind} ${row}`;
  const { account, posted, expected } = row as Record<string, number | null>;
  const tokens = (posted ?? 0) - (expected ?? 0);
  if (expected !== undefined && tokens !== 0) return `${account} is off by ${tokens} tokens`;
  const columns = Object.entries(row).map(([name, value]) => `${name} ${value ?? 'empty'}`);
  return `${table}: ${kind} ${columns.join(', ')}`;
}

/** Returns the differences as rows with the ids of accounts, transfers or events. */
export async function rowsOfDifferences(
  session: SqlSession,
  differences: readonly LedgerDifference[],
): Promise<ReconciledRow[]> {
  const positions = differences.filter(({ table }) => table === 'events').map(({ row }) => row as string);
  const rows = await session.query<{ position: string; eventId: string }>(eventIdsSql, [positions]);
  const eventIds = new Map(rows.map(({ position, eventId }) => [position, eventId]));
  return differences.map(({ table, kind, row }) => {
    const detail = wordsOf({ table, kind, row });
    if (table === 'events') return rowOf('event', eventIds.get(row as string) ?? String(row), detail);
    const { account, transfer_id } = row as { account: string; transfer_id: string };
    return table === 'accounts' ? rowOf('account', account, detail) : rowOf('transfer', transfer_id, detail);
  });
}
