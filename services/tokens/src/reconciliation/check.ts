import type { ReconciledRow } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { BrokenLink } from '../chain/verify-chain.js';
import type { LedgerDifference } from '../ledger/compare-with-events.js';
import type { Due, DueKind } from './due-bookings.js';

export interface Finding {
  ok: boolean;
  /** Faults where a check counts them, else what the check is about in one number. */
  figure: number;
  detail: string;
  /** The first rows that are wrong. */
  rows: ReconciledRow[];
  /** Faults that this run has repaired: the second look did not find them any more. */
  healed: number;
}

/** A rule of the ledger. A check that repairs uses the ledger's normal code path, and then checks again. */
export interface Check {
  /** The runbook entry has the same name. */
  readonly name: string;
  run(): Promise<Finding>;
}

const shownFaults = 5;
const namedRows = 50;

/** Returns a good finding if there are no faults, else one that names the first of them. */
export function findingOf(faults: readonly ReconciledRow[], whereGood: string, healed = 0): Finding {
  if (faults.length === 0) {
    const detail = healed === 0 ? whereGood : `${whereGood}; ${healed} healed`;
    return { ok: true, figure: 0, detail, rows: [], healed };
  }
  const more = faults.length > shownFaults ? `, and ${faults.length - shownFaults} more` : '';
  const first = faults.slice(0, shownFaults).map(({ detail }) => detail);
  const detail = `${first.join('; ')}${more}`;
  return { ok: false, figure: faults.length, detail, rows: faults.slice(0, namedRows), healed };
}

/** The finding with further faults; a healed one remains counted. */
export function withFaults(finding: Finding, faults: readonly ReconciledRow[]): Finding {
  if (faults.length === 0) return finding;
  const more = findingOf(faults, '', finding.healed);
  if (finding.ok) return more;
  const rows = [...finding.rows, ...faults].slice(0, namedRows);
  return { ...more, figure: finding.figure + more.figure, detail: `${finding.detail}; ${more.detail}`, rows };
}

export const rowOfLink = ({ number, eventId: id, fault }: BrokenLink): ReconciledRow => {
  return { kind: 'event', id, detail: `link ${number}: event ${id} is ${fault}` };
};

export const rowOfNotDue = ({ transferId: id, kind }: { transferId: string; kind: DueKind }): ReconciledRow => {
  return { kind: 'transfer', id, detail: `transfer ${id} of code ${kind} is not due` };
};

/** Rows of due transfers that are not booked, or booked with another amount. */
export function rowsOfDue(found: { missing: readonly Due[]; otherAmount: readonly Due[] }) {
  const named = (due: readonly Due[], text: string) =>
    due.map(({ kind, transferId: id, idempotencyKey: key }) => {
      const row: ReconciledRow = { kind: 'transfer', id, detail: `${key} ${text}` };
      return { kind, row };
    });
  return [...named(found.missing, 'is not booked'), ...named(found.otherAmount, 'is booked with another amount')];
}

const eventIdsSql = `select global_position::text as position, event_id as "eventId" from events
  where global_position = any($1::bigint[])`;

/** The rows that differ, named by account, transfer or event. */
export async function rowsOfDifferences(
  session: SqlSession,
  differences: readonly LedgerDifference[],
): Promise<ReconciledRow[]> {
  const positions = differences.filter(({ table }) => table === 'events').map(({ row }) => row as string);
  const rows = await session.query<{ position: string; eventId: string }>(eventIdsSql, [positions]);
  const eventIds = new Map(rows.map(({ position, eventId }) => [position, eventId]));
  return differences.map(({ table, kind, row }) => {
    const detail = `${table}: ${kind} ${JSON.stringify(row)}`;
    if (table === 'events') return { kind: 'event', id: eventIds.get(row as string) ?? String(row), detail };
    const { account, transfer_id } = row as { account: string; transfer_id: string };
    return table === 'accounts'
      ? { kind: 'account', id: account, detail }
      : { kind: 'transfer', id: transfer_id, detail };
  });
}
