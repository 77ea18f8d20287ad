import type { ReconciledRow } from '@candid/contracts';
import { type EventStore, type PositionRow, positionOf, type SqlSession } from '@candid/event-store';
import type { Clock, RpcClient } from '@candid/platform';
import type { Database } from '@candid/platform/orm';
import { chainStart, type VerifiedLink, type VerifiedLinks, verifyLinks } from '../chain/verify-chain.js';
import { LIMITS } from '../kernel/config.js';
import { compareRange, longRead, type SumsByCode, type TimeRange } from '../ledger/compare-with-events.js';
import type { PendingHold } from '../ledger/fold-rows.js';
import { compareSnapshots } from '../snapshots/snapshots.js';
import { rowOf, rowOfLink, rowOfNotDue, rowsOfDifferences, rowsOfDue } from './check.js';
import { compareDue, comparePurchases, notDueOf, type PublishedRange } from './compare-due.js';
import type { DueKind } from './due-bookings.js';

const dayMs = 86_400_000;

interface VerifyDaysOptions {
  store: EventStore;
  database: Database;
  rpc: Pick<RpcClient, 'call'>;
  now: Clock;
}

/**
 * Verifies closed days in parts, so that no run takes long and each day is read again within 30 days. Every run
 * verifies the faulty days. A scheduled run also closes new days. It then verifies a share of the closed days again,
 * and more if time is left, but no day twice within 24 hours. Each day's result is saved immediately.
 */
export async function verifyDays(
  options: VerifyDaysOptions,
  { isScheduled }: { isScheduled: boolean },
): Promise<DayFaults> {
  const { database } = options;
  const faults: DayFaults = [];
  for (const day of await listDays(database, faultySql)) faults.push(...(await verifyAgain(options, day)));
  if (!isScheduled) return faults;
  const deadlineMs = performance.now() + LIMITS.verifyDaysMs;
  const hasTime = () => performance.now() < deadlineMs;
  do {
    const closing = await closeNext(options);
    faults.push(...(closing ?? []));
    if (!closing || closing.length > 0) break;
  } while (hasTime());
  const [closed] = await database.query<{ days: number }>('select count(*)::int as days from closed_days');
  const share = Math.ceil(closed!.days / LIMITS.runsPerVerification);
  for (let verified = 0; verified < share || hasTime(); verified += 1) {
    const before = new Date(options.now().getTime() - dayMs).toISOString();
    const [oldest] = await listDays(database, unverifiedSql, [before]);
    if (!oldest) break;
    faults.push(...(await verifyAgain(options, oldest)));
  }
  return faults;
}

/** Returns undefined if no day can be closed. */
async function closeNext(options: VerifyDaysOptions): Promise<DayFaults | undefined> {
  const { database, now } = options;
  const { lastPosition: after } = (await findClosedDay(database)) ?? ledgerStart;
  const [next] = await database.query<Day>(nextDaySql, [after, now().toISOString()]);
  if (!next) return undefined;
  const { faults, found } = await verifyDay(options, next);
  if (faults.length === 0) await addClosedDay(database, found, now());
  return faults;
}

async function verifyAgain(options: VerifyDaysOptions, closed: ClosedDay): Promise<DayFaults> {
  const { faults } = await verifyDay(options, closed, closed);
  const verifiedAt = faults.length === 0 ? options.now().toISOString() : faulty;
  await options.database.query(markSql, [closed.day, verifiedAt]);
  return faults;
}

type DayFaults = [check: string, row: ReconciledRow][];

const trailCheckOf: Record<DueKind, string> = {
  ...{ consume: 'ratings-consumed-and-rewarded', reward: 'ratings-consumed-and-rewarded' },
  ...{ refund: 'ended-assessments-refunded-once', restart: 'ended-assessments-refunded-once' },
};

/**
 * Reads one whole day again: events and links, transfers and postings, snapshots, purchases, and the transfers that the
 * assessments' events made due. If `closed` is absent, the day is about to be closed.
 */
async function verifyDay(
  { store, database, rpc }: VerifyDaysOptions,
  { day, lastPosition }: Day,
  closed?: ClosedDay,
): Promise<{ faults: DayFaults; found: ClosedDay }> {
  const previous = await findClosedDay(database, day);
  const start = previous ?? ledgerStart;
  const begin = previous && endOfDay(previous.day);
  const end = endOfDay(day);
  const recorded: TimeRange = { from: begin ?? '-infinity', before: end };
  const positions = { after: start.lastPosition, upTo: lastPosition };
  const published: PublishedRange = { cursor: start.cursor, before: end, ...(begin && { from: begin }) };

  const rows = await longRead(database, (session) =>
    compareRange(session, { positions, recorded, pending: start.pending }),
  );
  const links = await verifyLinks(store, start.link, (link, event) =>
    closed ? link.number > closed.link.number : event !== undefined && event.recordedAt.toISOString() >= end,
  );
  const due = await compareDue({ database, rpc }, published);
  const found: ClosedDay = {
    ...{ day, lastPosition, link: links.right, cursor: due.cursor, booked: rows.sums, due: due.sums },
    pending: [...rows.fold.pending.values()],
  };
  const named = (check: string, faults: readonly ReconciledRow[]): DayFaults =>
    faults.map((row) => [check, { ...row, detail: `${day}: ${row.detail}` }]);
  const faults: DayFaults = [
    ...named('balances-equal-events', await rowsOfDifferences(database, rows.differences)),
    ...named('snapshots-equal-postings', await compareSnapshots(database, recorded)),
    ...named('purchases-credited-once', await comparePurchases(database, recorded)),
    ...named('chain-whole', linkFaults(links, closed)),
    ...rowsOfDue(due).flatMap(({ kind, row }) => named(trailCheckOf[kind], [row])),
  ];
  if (!closed) return { faults, found };
  faults.push(...named('balances-equal-events', sumFaults('booked', closed, rows)));
  const otherDue = sumFaults('due', closed, due);
  if (otherDue.length > 0) {
    const notDue = await notDueOf({ database, rpc }, published, positions);
    for (const transfer of notDue) faults.push(...named(trailCheckOf[transfer.kind], [rowOfNotDue(transfer)]));
    faults.push(...named('ratings-consumed-and-rewarded', otherDue));
  }
  return { faults, found };
}

function linkFaults({ right, broken }: VerifiedLinks, closed: ClosedDay | undefined): ReconciledRow[] {
  if (broken) return [rowOfLink(broken)];
  if (!closed || right.hash === closed.link.hash) return [];
  const detail = `link ${closed.link.number} is not the one that was verified: the chain was rewritten or cut off`;
  return [rowOf('event', closed.day, detail)];
}

/** Lists sums that have changed since the day was closed. */
function sumFaults(what: 'booked' | 'due', closed: ClosedDay, { sums }: { sums: SumsByCode }): ReconciledRow[] {
  const before: SumsByCode = closed[what];
  const codes = [...new Set([...Object.keys(before), ...Object.keys(sums)])];
  const textOf = ({ count, tokens } = { count: 0, tokens: 0 }) => `${count} of ${tokens} tokens`;
  return codes
    .filter((code) => textOf(before[code]) !== textOf(sums[code]))
    .map((code) => {
      const texts = `${textOf(sums[code])}, and ${textOf(before[code])} when the day was closed`;
      return rowOf('event', closed.day, `${what} under the code ${code}: ${texts}`);
    });
}

interface Day {
  /** YYYY-MM-DD. */
  day: string;
  /** Position of the day's last event. */
  lastPosition: string;
}

/** The end of a day (UTC) and its sums. */
interface ClosedDay extends Day {
  /** The chain's link of the day's last event. */
  link: VerifiedLink;
  /** Cursor of the page with the assessments' first event of the next day; null for the first page. */
  cursor: string | null;
  booked: SumsByCode;
  due: SumsByCode;
  /** Pending holds at the day's end. */
  pending: PendingHold[];
}

type ClosedDayRow = Omit<ClosedDay, 'link'> & Pick<VerifiedLink, 'number' | 'hash'> & PositionRow;

const columns = `day::text, last_position::text as "lastPosition", link_number::float8 as number,
  encode(link_hash, 'hex') as hash, global_position, assessments_cursor as cursor, booked, due, pending`;

const addSql = `insert into closed_days (day, last_position, link_number, link_hash, global_position,
    assessments_cursor, booked, due, pending, verified_at)
  values ($1::text::date, $2::text::bigint, $3::bigint, decode($4, 'hex'), $5::text::bigint, $6, $7::jsonb,
    $8::jsonb, $9::jsonb, $10::timestamptz)
  on conflict do nothing`;

const midnightSql = (day: string) => `(${day})::timestamp at time zone 'UTC'`;

/** A day is closed an hour after its end, when no transaction is open. A later event counts for the first open day. */
const nextDaySql = `select next.day::text, coalesce((select global_position - 1 from events
      where global_position > $1::text::bigint and recorded_at >= ${midnightSql('next.day + 1')}
      order by events.global_position limit 1), (select max(global_position) from events))::text as "lastPosition"
  from (select greatest((e.recorded_at at time zone 'UTC')::date, (select max(day) + 1 from closed_days)) as day
          from events e where e.global_position > $1::text::bigint order by e.global_position limit 1) next
 where ${midnightSql('next.day + 1')} + interval '1 hour' <= $2::timestamptz`;

/** Value of `verified_at` that makes a faulty day due in every run. */
const faulty = '-infinity';
const faultySql = `select ${columns} from closed_days where verified_at = '${faulty}' order by closed_days.day`;

/** Selects the day without faults that was verified longest ago, if that was before the given time. */
const unverifiedSql = `select ${columns} from closed_days
  where verified_at < $1::timestamptz and verified_at > '${faulty}' order by verified_at, closed_days.day limit 1`;

const beforeSql = `select ${columns} from closed_days where closed_days.day < $1::text::date
  order by closed_days.day desc limit 1`;

const markSql = 'update closed_days set verified_at = $2::timestamptz where day = $1::text::date';

const ledgerStart: Omit<ClosedDay, 'day'> = {
  ...{ lastPosition: '0', link: chainStart, cursor: null, booked: {}, due: {}, pending: [] },
};

/** Returns midnight after the day, ISO 8601. */
const endOfDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString();

/** Returns the end of the last closed day as text. */
export async function closedUntil(session: SqlSession): Promise<string> {
  const [last] = await session.query<{ day: string | null }>('select max(day)::text as day from closed_days');
  return last?.day ? endOfDay(last.day) : '-infinity';
}

/** Returns the last closed day, or the last one before a given day. */
async function findClosedDay(session: SqlSession, before = 'infinity'): Promise<ClosedDay | undefined> {
  return (await listDays(session, beforeSql, [before]))[0];
}

async function listDays(session: SqlSession, sql: string, parameters: readonly string[] = []): Promise<ClosedDay[]> {
  const rows = await session.query<ClosedDayRow>(sql, parameters);
  return rows.map(({ number, hash, global_position, ...day }) => {
    return { ...day, link: { number, hash, position: positionOf({ global_position }) } };
  });
}

async function addClosedDay(session: SqlSession, closed: ClosedDay, now: Date): Promise<void> {
  const { day, lastPosition, link, cursor, booked, due, pending } = closed;
  const { number, hash, position } = link;
  await session.query(addSql, [
    ...[day, lastPosition, number, hash, String(position.globalPosition), cursor],
    ...[JSON.stringify(booked), JSON.stringify(due), JSON.stringify(pending), now.toISOString()],
  ]);
}

/** Called after a full run found no faults. Reopens the first faulty day and all later days, to close them again. */
export async function acceptFullRun(session: SqlSession, now: Date): Promise<void> {
  await session.query(
    `delete from closed_days where day >= (select min(day) from closed_days where verified_at = '${faulty}')`,
  );
  await session.query('update closed_days set verified_at = $1::timestamptz', [now.toISOString()]);
}
