import { storable } from '../kernel/row.js';
import { noteWork, type SqlSession } from '../kernel/sql-session.js';
import { enterSupportAct } from '../work/support-acts.js';

interface NewDeadLetter {
  subscriber: string;
  /** Absent if the message could not be parsed. */
  eventId?: string;
  subject: string;
  /** The message as it was received. */
  payload: string;
  reason: string;
  attempts?: number;
}

/** Keeps one letter per subscriber and event. If a replayed letter fails again, it is opened again with the newest reason. */
export async function recordDeadLetter(session: SqlSession, letter: NewDeadLetter): Promise<void> {
  const { subscriber, eventId = null, subject, payload, reason, attempts = 1 } = letter;
  await session.query(
    `insert into dead_letters (subscriber, event_id, subject, payload, reason, attempts)
     values ($1, $2::uuid, $3, $4, $5, $6::int)
     on conflict (subscriber, event_id) do update set reason = excluded.reason, failed_at = now(), replayed_at = null,
       attempts = dead_letters.attempts + excluded.attempts`,
    [subscriber, eventId, subject, storable(payload), storable(reason), attempts],
  );
}

/** Returns the number of open letters by subscriber. Omits subscribers without any. */
export async function countDeadLetters(session: SqlSession): Promise<Map<string, number>> {
  const rows = await session.query<{ subscriber: string; letters: number }>(
    'select subscriber, count(*)::int as letters from dead_letters where replayed_at is null group by subscriber',
  );
  return new Map(rows.map(({ subscriber, letters }) => [subscriber, letters]));
}

/**
 * Passes the letter to `handle` and marks it as replayed in the same transaction. If `handle` throws, roll back: the letter stays open.
 * Returns false if no such letter is open, or if another replay has locked it.
 */
export async function replayDeadLetter(
  session: SqlSession,
  id: string,
  handle: (letter: Pick<NewDeadLetter, 'subscriber' | 'payload'>) => Promise<void>,
): Promise<boolean> {
  const [letter] = await session.query<{ subscriber: string; payload: string }>(
    `select subscriber, payload from dead_letters where id = $1::text::bigint and replayed_at is null
      for update skip locked`,
    [id],
  );
  if (!letter) return false;
  await handle(letter);
  await session.query(`update dead_letters set replayed_at = now() where id = $1::text::bigint`, [id]);
  await enterSupportAct(session);
  return true;
}

/** A dead letter or a given-up work item, with only the fields that may be shown outside its service. */
export interface GivenUp {
  /** Id of a letter, or `work.` and the id of an item. */
  id: string;
  /** The message's subject, or the item's id. */
  subject: string;
  /** The subscriber, or the item's queue. */
  handler: string;
  reason: string;
  attempts: number;
  failedAt: Date;
  eventId: string | null;
}

const listSql = `with given_up as (
    select id::text collate "C" as id, subject, subscriber as handler, reason, attempts, event_id::text as "eventId",
           floor(extract(epoch from failed_at) * 1000)::float8 as "failedAtMs"
      from dead_letters where replayed_at is null
    union all
    select ('work.' || id) collate "C", id, queue, coalesce(last_error, ''), attempts, null,
           floor(extract(epoch from failed_at) * 1000)::float8
      from work_items where failed_at is not null
  )
  select * from given_up where $1::float8 is null or ("failedAtMs", id) < ($1::float8, $2::text collate "C")
   order by "failedAtMs" desc, id desc limit $3::int`;

/** Returns the letters and items that failed before `before`, newest first. */
export async function listGivenUp(
  session: SqlSession,
  { before, limit }: { before?: Pick<GivenUp, 'failedAt' | 'id'> | undefined; limit: number },
): Promise<GivenUp[]> {
  const rows = await session.query<Omit<GivenUp, 'failedAt'> & { failedAtMs: number }>(listSql, [
    before?.failedAt.getTime() ?? null,
    before?.id ?? null,
    limit,
  ]);
  return rows.map(({ failedAtMs, ...rest }) => ({ ...rest, failedAt: new Date(failedAtMs) }));
}

export async function findLetterState(
  session: SqlSession,
  id: string,
): Promise<{ subscriber: string; isReplayed: boolean } | undefined> {
  const [row] = await session.query<{ subscriber: string; isReplayed: boolean }>(
    'select subscriber, replayed_at is not null as "isReplayed" from dead_letters where id = $1::text::bigint',
    [id],
  );
  return row;
}

/** Puts a given-up item back in its queue and resets its attempts. Call it in a transaction. False if none exists. */
export async function retryWorkItem(session: SqlSession, id: string): Promise<boolean> {
  const [row] = await session.query<{ queue: string }>(
    `update work_items set failed_at = null, attempts = 0, available_at = now()
      where id = $1 and failed_at is not null returning queue`,
    [id],
  );
  if (row) {
    noteWork(row.queue);
    await enterSupportAct(session);
    return true;
  }
  return (await session.query('select 1 from work_items where id = $1', [id])).length === 1;
}
