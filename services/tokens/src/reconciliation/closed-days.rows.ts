import type { SqlSession } from '@candid/event-store';
import { chainStart, type VerifiedLink } from '../chain/verified-chain.js';
import type { SumsByCode } from '../ledger/compare-range.js';
import type { PendingHold } from '../ledger/fold-rows.js';

/** Where a day (UTC) ended, and what it came to. */
export interface ClosedDay {
  /** YYYY-MM-DD. */
  day: string;
  /** Of its last event, in the order of positions. */
  lastPosition: string;
  /** Of its last event, in the order of the chain. */
  link: VerifiedLink;
  /** The page of the assessments' events in which the next day begins; null for the first. */
  cursor: string | null;
  /** Of the ledger's events. */
  booked: SumsByCode;
  /** By the assessments' events. */
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

export const ledgerStart: Omit<ClosedDay, 'day'> = {
  ...{ lastPosition: '0', link: chainStart, cursor: null, booked: {}, due: {}, pending: [] },
};

/** ISO 8601: midnight after the day. */
export const endOfDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();

/** The time from which on nothing is closed, as text. */
export async function closedUntil(session: SqlSession): Promise<string> {
  const [last] = await session.query<{ day: string | null }>('select max(day)::text as day from closed_days');
  return last?.day ? endOfDay(last.day) : '-infinity';
}

/** The last closed day, or the last one before another. */
export async function findClosedDay(session: SqlSession, before = 'infinity'): Promise<ClosedDay | undefined> {
  const sql = `select ${columns} from closed_days where closed_days.day < $1::text::date order by closed_days.day desc limit 1`;
  return dayOf(await session.query<ClosedDayRow>(sql, [before]));
}

/** Of those that were right and were last verified before the time, the one whose verification is oldest. */
export async function findUnverifiedDay(session: SqlSession, before: Date): Promise<ClosedDay | undefined> {
  const sql = `select ${columns} from closed_days where verified_at < $1::timestamptz and verified_at > '${faulty}' order by verified_at, closed_days.day limit 1`;
  return dayOf(await session.query<ClosedDayRow>(sql, [before.toISOString()]));
}

export async function listFaultyDays(session: SqlSession): Promise<ClosedDay[]> {
  const sql = `select ${columns} from closed_days where verified_at = '${faulty}' order by closed_days.day`;
  return (await session.query<ClosedDayRow>(sql)).map(closedDayOf);
}

/** The next one with events that is over, with its last position; undefined if there is none yet. */
export async function findNextDay(
  session: SqlSession,
  { after, now }: { after: string; now: Date },
): Promise<Pick<ClosedDay, 'day' | 'lastPosition'> | undefined> {
  return (await session.query<Pick<ClosedDay, 'day' | 'lastPosition'>>(nextDaySql, [after, now.toISOString()]))[0];
}

export async function addClosedDay(session: SqlSession, closed: ClosedDay, now: Date): Promise<void> {
  const { day, lastPosition, link, cursor, booked, due, pending } = closed;
  const { number, hash, position } = link;
  await session.query(addSql, [
    ...[day, lastPosition, number, hash, String(position.transactionId), String(position.globalPosition), cursor],
    ...[JSON.stringify(booked), JSON.stringify(due), JSON.stringify(pending), now.toISOString()],
  ]);
}

export async function markVerified(session: SqlSession, day: string, isRight: boolean, now: Date): Promise<void> {
  const verifiedAt = isRight ? now.toISOString() : faulty;
  await session.query('update closed_days set verified_at = $2::timestamptz where day = $1::text::date', [
    day,
    verifiedAt,
  ]);
}

/** After a full run that found nothing: a day that was faulty, and those that follow on it, are closed anew. */
export async function acceptFullRun(session: SqlSession, now: Date): Promise<void> {
  await session.query(
    `delete from closed_days where day >= (select min(day) from closed_days where verified_at = '${faulty}')`,
  );
  await session.query('update closed_days set verified_at = $1::timestamptz', [now.toISOString()]);
}

export async function countClosedDays(session: SqlSession): Promise<number> {
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
