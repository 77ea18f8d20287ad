import { noteWork } from './commit-effects.js';
import type { SqlSession } from './sql-session.js';
import { enterSupportAct } from './support-acts.js';

/** A dead letter or a work item that was given up: what of it may be shown outside its service. */
export interface GivenUp {
  /** A letter's id, or `work.` and an item's. */
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

export interface GivenUpPlace {
  failedAt: Date;
  id: string;
}

interface GivenUpRow {
  id: string;
  subject: string;
  handler: string;
  reason: string;
  attempts: number;
  failed_ms: number;
  event_id: string | null;
}

const listSql = `with given_up as (
    select id::text collate "C" as id, subject, subscriber as handler, reason, attempts, event_id::text,
           floor(extract(epoch from failed_at) * 1000)::float8 as failed_ms
      from dead_letters where replayed_at is null
    union all
    select ('work.' || id) collate "C", id, queue, coalesce(last_error, ''), attempts, null,
           floor(extract(epoch from failed_at) * 1000)::float8
      from work_items where failed_at is not null
  )
  select * from given_up where $1::float8 is null or (failed_ms, id) < ($1::float8, $2::text collate "C")
   order by failed_ms desc, id desc limit $3::int`;

/** Newest first, what failed before that place. */
export async function listGivenUp(
  session: SqlSession,
  { before, limit }: { before?: GivenUpPlace | undefined; limit: number },
): Promise<GivenUp[]> {
  const rows = await session.query<GivenUpRow>(listSql, [
    before?.failedAt.getTime() ?? null,
    before?.id ?? null,
    limit,
  ]);
  return rows.map(({ failed_ms, event_id, ...rest }) => ({
    ...rest,
    failedAt: new Date(failed_ms),
    eventId: event_id,
  }));
}

/** Whose letter it is, replayed or not. */
export async function findLetterState(
  session: SqlSession,
  id: string,
): Promise<{ subscriber: string; isReplayed: boolean } | undefined> {
  const [row] = await session.query<{ subscriber: string; is_replayed: boolean }>(
    'select subscriber, replayed_at is not null as is_replayed from dead_letters where id = $1::text::bigint',
    [id],
  );
  return row && { subscriber: row.subscriber, isReplayed: row.is_replayed };
}

/** In a transaction: puts an item that was given up back in its queue, with all its attempts. False where there is no such item at all. */
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
