import type { ReconciledRow } from '@candid/contracts';
import { type EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { Clock, RpcClient } from '@candid/platform';
import { chainStart, type VerifiedLink, type VerifiedLinks, verifyLinks } from '../chain/verify-chain.js';
import { LIMITS } from '../kernel/config.js';
import {
  type ComparedRange,
  compareRange,
  longRead,
  type SumsByCode,
  type TimeRange,
} from '../ledger/compare-with-events.js';
import type { PendingHold } from '../ledger/fold-rows.js';
import { compareSnapshots } from '../snapshots/snapshots.js';
import { rowsOfDifferences } from './check.js';
import { type ComparedDue, compareDue, comparePurchases, notDueOf, type PublishedRange } from './compare-due.js';
import type { DueKind } from './due-bookings.js';

const dayMs = 86_400_000;

interface VerifyDaysOptions extends VerifyDayOptions {
  now: Clock;
}

/**
 * Verifies closed days in parts, so that no run takes long and each day is read again within 30 days. Every run
 * verifies the days that were found faulty. A scheduled run also closes new days, and then verifies at least its share
 * of the days whose verification is oldest and more than a day ago, and more while it has time. Each day's result is
 * saved at once.
 */
export async function verifyDays(
  options: VerifyDaysOptions,
  { isScheduled }: { isScheduled: boolean },
): Promise<DayFaults> {
  const session = sessionOfClient(options.store.pool);
  const faults: DayFaults = [];
  for (const day of await listFaultyDays(session)) faults.push(...(await verifyAgain(options, day)));
  if (!isScheduled) return faults;
  const deadlineMs = performance.now() + LIMITS.verifyDaysMs;
  const hasTime = () => performance.now() < deadlineMs;
  do {
    const closing = await closeNext(options);
    faults.push(...(closing ?? []));
    if (!closing || closing.length > 0) break;
  } while (hasTime());
  const share = Math.ceil((await countClosedDays(session)) / LIMITS.runsPerVerification);
  for (let verified = 0; verified < share || hasTime(); verified += 1) {
    const oldest = await findUnverifiedDay(session, new Date(options.now().getTime() - dayMs));
    if (!oldest) break;
    faults.push(...(await verifyAgain(options, oldest)));
  }
  return faults;
}

/** Undefined if no day is to be closed. */
async function closeNext(options: VerifyDaysOptions): Promise<DayFaults | undefined> {
  const session = sessionOfClient(options.store.pool);
  const { lastPosition: after } = (await findClosedDay(session)) ?? ledgerStart;
  const next = await findNextDay(session, { after, now: options.now() });
  if (!next) return undefined;
  const { faults, found } = await verifyDay(options, next);
  if (faults.length === 0) await addClosedDay(session, found, options.now());
  return faults;
}

async function verifyAgain(options: VerifyDaysOptions, closed: ClosedDay): Promise<DayFaults> {
  const { faults } = await verifyDay(options, closed, closed);
  const isRight = faults.length === 0;
  await markVerified(sessionOfClient(options.store.pool), closed.day, isRight, options.now());
  return faults;
}

type DayFaults = [check: string, row: ReconciledRow][];

interface VerifiedDay {
  /** Nothing if the day is right. */
  faults: DayFaults;
  found: ClosedDay;
}

interface VerifyDayOptions {
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
async function verifyDay(
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

/** The end of a day (UTC) and its sums. */
interface ClosedDay {
  /** YYYY-MM-DD. */
  day: string;
  /** The day's last event by position. */
  lastPosition: string;
  /** The day's last event by the order of the chain. */
  link: VerifiedLink;
  /** The page of the assessments' events in which the next day begins; null for the first. */
  cursor: string | null;
  booked: SumsByCode;
  due: SumsByCode;
  /** Holds at its end. */
  pending: PendingHold[];
}

interface ClosedDayRow {
  day: string;
  last_position: string;
  link_number: string;
  link_hash: string;
  transaction_id: string;
  global_position: string;
  assessments_cursor: string | null;
  booked: SumsByCode;
  due: SumsByCode;
  pending: PendingHold[];
}

const columns = `day::text, last_position::text, link_number::text, encode(link_hash, 'hex') as link_hash,
  transaction_id::text, global_position::text, assessments_cursor, booked, due, pending`;

const addSql = `insert into closed_days (day, last_position, link_number, link_hash, transaction_id, global_position,
    assessments_cursor, booked, due, pending, verified_at)
  values ($1::text::date, $2::text::bigint, $3::bigint, decode($4, 'hex'), $5::text::xid8, $6::text::bigint, $7, $8::jsonb,
    $9::jsonb, $10::jsonb, $11::timestamptz)
  on conflict do nothing`;

const midnightSql = (day: string) => `(${day})::timestamp at time zone 'UTC'`;

/** An hour later every transaction of the day has ended. A late event counts to the first day that is not closed. */
const nextDaySql = `select next.day::text, coalesce((select global_position - 1 from events
      where global_position > $1::text::bigint and recorded_at >= ${midnightSql('next.day + 1')}
      order by events.global_position limit 1), (select max(global_position) from events))::text as "lastPosition"
  from (select greatest((e.recorded_at at time zone 'UTC')::date, (select max(day) + 1 from closed_days)) as day
          from events e where e.global_position > $1::text::bigint order by e.global_position limit 1) next
 where ${midnightSql('next.day + 1')} + interval '1 hour' <= $2::timestamptz`;

/** A day that was found faulty is due in every run. */
const faulty = '-infinity';

const ledgerStart: Omit<ClosedDay, 'day'> = {
  ...{ lastPosition: '0', link: chainStart, cursor: null, booked: {}, due: {}, pending: [] },
};

/** ISO 8601: midnight after the day. */
const endOfDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();

/** The time from which on nothing is closed, as text. */
export async function closedUntil(session: SqlSession): Promise<string> {
  const [last] = await session.query<{ day: string | null }>('select max(day)::text as day from closed_days');
  return last?.day ? endOfDay(last.day) : '-infinity';
}

/** The last closed day, or the last one before another. */
async function findClosedDay(session: SqlSession, before = 'infinity'): Promise<ClosedDay | undefined> {
  const sql = `select ${columns} from closed_days where closed_days.day < $1::text::date order by closed_days.day desc limit 1`;
  return dayOf(await session.query<ClosedDayRow>(sql, [before]));
}

/** Finds the right day whose last verification is the oldest, if it was before the given time. */
async function findUnverifiedDay(session: SqlSession, before: Date): Promise<ClosedDay | undefined> {
  const sql = `select ${columns} from closed_days where verified_at < $1::timestamptz and verified_at > '${faulty}' order by verified_at, closed_days.day limit 1`;
  return dayOf(await session.query<ClosedDayRow>(sql, [before.toISOString()]));
}

async function listFaultyDays(session: SqlSession): Promise<ClosedDay[]> {
  const sql = `select ${columns} from closed_days where verified_at = '${faulty}' order by closed_days.day`;
  return (await session.query<ClosedDayRow>(sql)).map(closedDayOf);
}

/** Finds the next finished day with events, and its last position; undefined if there is none yet. */
async function findNextDay(
  session: SqlSession,
  { after, now }: { after: string; now: Date },
): Promise<Pick<ClosedDay, 'day' | 'lastPosition'> | undefined> {
  return (await session.query<Pick<ClosedDay, 'day' | 'lastPosition'>>(nextDaySql, [after, now.toISOString()]))[0];
}

async function addClosedDay(session: SqlSession, closed: ClosedDay, now: Date): Promise<void> {
  const { day, lastPosition, link, cursor, booked, due, pending } = closed;
  const { number, hash, position } = link;
  await session.query(addSql, [
    ...[day, lastPosition, number, hash, String(position.transactionId), String(position.globalPosition), cursor],
    ...[JSON.stringify(booked), JSON.stringify(due), JSON.stringify(pending), now.toISOString()],
  ]);
}

async function markVerified(session: SqlSession, day: string, isRight: boolean, now: Date): Promise<void> {
  const verifiedAt = isRight ? now.toISOString() : faulty;
  await session.query('update closed_days set verified_at = $2::timestamptz where day = $1::text::date', [
    day,
    verifiedAt,
  ]);
}

/**
 * Call this after a full run without a fault. It reopens the first faulty day and all later ones, so that they are
 * closed again.
 */
export async function acceptFullRun(session: SqlSession, now: Date): Promise<void> {
  await session.query(
    `delete from closed_days where day >= (select min(day) from closed_days where verified_at = '${faulty}')`,
  );
  await session.query('update closed_days set verified_at = $1::timestamptz', [now.toISOString()]);
}

async function countClosedDays(session: SqlSession): Promise<number> {
  const [row] = await session.query<{ days: number }>('select count(*)::int as days from closed_days');
  return row!.days;
}

const dayOf = (rows: ClosedDayRow[]): ClosedDay | undefined => rows.map(closedDayOf)[0];

function closedDayOf(row: ClosedDayRow): ClosedDay {
  const position = { transactionId: BigInt(row.transaction_id), globalPosition: BigInt(row.global_position) };
  return {
    ...{ day: row.day, lastPosition: row.last_position, cursor: row.assessments_cursor },
    link: { number: Number(row.link_number), hash: row.link_hash, position },
    ...{ booked: row.booked, due: row.due, pending: row.pending },
  };
}
