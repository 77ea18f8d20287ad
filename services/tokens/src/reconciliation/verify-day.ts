import type { ReconciledRow } from '@candid/contracts';
import { type EventStore, sessionOfClient } from '@candid/event-store';
import type { RpcClient } from '@candid/platform';
import { type VerifiedLinks, verifyLinks } from '../chain/verify-chain.js';
import { type ComparedRange, compareRange, type SumsByCode, type TimeRange } from '../ledger/compare-range.js';
import { longRead } from '../ledger/long-read.js';
import { compareSnapshots } from '../snapshots/compare-snapshots.js';
import { type ClosedDay, endOfDay, findClosedDay, ledgerStart } from './closed-days.rows.js';
import { type ComparedDue, compareDue, notDueOf, type PublishedRange } from './compare-due.js';
import { comparePurchases } from './compare-purchases.js';
import { rowsOfDifferences } from './difference-rows.js';
import type { DueKind } from './due-bookings.js';

/** By the check that they belong to. */
export type DayFaults = [check: string, row: ReconciledRow][];

export interface VerifiedDay {
  /** Nothing if the day is right. */
  faults: DayFaults;
  /** As it is now. */
  found: ClosedDay;
}

export interface VerifyDayOptions {
  store: EventStore;
  rpc: Pick<RpcClient, 'call'>;
}

const trailCheckOf: Record<DueKind, string> = {
  ...{ consume: 'ratings-consumed-and-rewarded', reward: 'ratings-consumed-and-rewarded' },
  ...{ refund: 'ended-assessments-refunded-once', restart: 'ended-assessments-refunded-once' },
};

/**
 * Reads all of one day again: events and links, transfers and postings, snapshots, purchases, and what the assessments' events
 * made due. `closed` says what a closed day came to; without it the day is about to be closed.
 */
export async function verifyDay(
  { store, rpc }: VerifyDayOptions,
  { day, lastPosition }: Pick<ClosedDay, 'day' | 'lastPosition'>,
  closed?: ClosedDay,
): Promise<VerifiedDay> {
  const session = sessionOfClient(store.pool);
  const previous = await findClosedDay(session, day);
  const start = previous ?? ledgerStart;
  const begin = previous && endOfDay(previous.day);
  const end = endOfDay(day);
  const recorded: TimeRange = { from: begin ?? '-infinity', before: end };
  const positions = { after: start.lastPosition, upTo: lastPosition };
  const published: PublishedRange = { cursor: start.cursor, before: end, ...(begin && { from: begin }) };

  const rows = await longRead(store.pool, (within) =>
    compareRange(within, { positions, recorded, pending: start.pending }),
  );
  const links = await verifyLinks(store, start.link, (link, event) =>
    closed ? link.number > closed.link.number : event !== undefined && event.recordedAt.toISOString() >= end,
  );
  const due = await compareDue({ pool: store.pool, rpc }, published);
  const found: ClosedDay = {
    ...{ day, lastPosition, link: links.right, cursor: due.cursor, booked: rows.sums, due: due.sums },
    pending: [...rows.fold.pending.values()],
  };
  const named = (check: string, faults: readonly ReconciledRow[]): DayFaults =>
    faults.map((row) => [check, { ...row, detail: `${day}: ${row.detail}` }]);
  const faults: DayFaults = [
    ...named('balances-equal-events', await rowsOfDifferences(store, rows.differences)),
    ...named('snapshots-equal-postings', await compareSnapshots(store.pool, recorded)),
    ...named('purchases-credited-once', await comparePurchases(session, recorded)),
    ...named('chain-whole', linkFaults(links, closed)),
    ...dueFaults(due).flatMap(([check, row]) => named(check, [row])),
  ];
  if (!closed) return { faults, found };
  faults.push(...named('balances-equal-events', sumFaults('booked', closed, rows)));
  const otherDue = sumFaults('due', closed, due);
  if (otherDue.length > 0) {
    const notDue = await notDueOf({ pool: store.pool, rpc }, published, positions);
    for (const { transferId: id, kind } of notDue) {
      const detail = `transfer ${id} of code ${kind} is not due`;
      faults.push(...named(trailCheckOf[kind], [{ kind: 'transfer', id, detail }]));
    }
    faults.push(...named('ratings-consumed-and-rewarded', otherDue));
  }
  return { faults, found };
}

function linkFaults({ right, broken }: VerifiedLinks, closed: ClosedDay | undefined): ReconciledRow[] {
  if (broken) {
    const { number, eventId: id, fault } = broken;
    return [{ kind: 'event', id, detail: `link ${number}: event ${id} is ${fault}` }];
  }
  if (!closed || right.hash === closed.link.hash) return [];
  const detail = `link ${closed.link.number} is not the one that was verified: the chain was rewritten or cut off`;
  return [{ kind: 'event', id: closed.day, detail }];
}

function dueFaults({ missing, otherAmount }: ComparedDue): DayFaults {
  return [
    ...missing.map((due) => ({ ...due, text: 'is not booked' })),
    ...otherAmount.map((due) => ({ ...due, text: 'is booked with another amount' })),
  ].map(({ kind, transferId: id, idempotencyKey: key, text }) => [
    trailCheckOf[kind],
    { kind: 'transfer', id, detail: `${key} ${text}` },
  ]);
}

/** The day had other sums when it was closed. */
function sumFaults(
  what: 'booked' | 'due',
  closed: ClosedDay,
  { sums }: Pick<ComparedRange, 'sums'> | Pick<ComparedDue, 'sums'>,
): ReconciledRow[] {
  const before: SumsByCode = closed[what];
  const codes = [...new Set([...Object.keys(before), ...Object.keys(sums)])];
  const textOf = ({ count, tokens } = { count: 0, tokens: 0 }) => `${count} of ${tokens} tokens`;
  return codes
    .filter((code) => textOf(before[code]) !== textOf(sums[code]))
    .map((code) => {
      const detail = `${what} under the code ${code}: ${textOf(sums[code])}, and ${textOf(before[code])} when the day was closed`;
      return { kind: 'event', id: closed.day, detail };
    });
}
