import { jsonOf } from '../kernel/row.js';
import { noteWork, type SqlSession, together } from '../kernel/sql-session.js';
import { type Cause, surroundings } from '../kernel/surroundings.js';

export interface NewWorkItem {
  /** Unique over all queues. The same id means the same work for as long as the item is kept. */
  id: string;
  queue: string;
  /** A JSON object. */
  payload: object;
  /** Default: now. */
  availableAt?: Date;
  /** Default: the cause of the current work. */
  cause?: Cause;
}

export interface WorkItem {
  id: string;
  queue: string;
  payload: any;
  /** Number of failures so far. */
  attempts: number;
  availableAt: Date;
  cause: Cause;
}

interface WorkItemFailure {
  error: string;
  /** Time until the next try, by the database's clock; absent if the item is given up. */
  retryInMs?: number;
}

interface WorkItemWait {
  reason: string;
  leastWaitMs: number;
  mostWaitMs: number;
  /** The earliest time of the next try. */
  until?: Date | undefined;
}

interface WorkItemRow {
  id: string;
  queue: string;
  payload: unknown;
  attempts: number;
  available_at_ms: unknown;
  correlation_id: string | null;
  traceparent: string | null;
}

const columns = `id, queue, payload, attempts, floor(extract(epoch from available_at) * 1000)::float8 as available_at_ms,
  correlation_id, traceparent`;

const open = 'completed_at is null and failed_at is null';

/** Returns false if the item existed before, open or done. */
export async function addWorkItem(session: SqlSession, item: NewWorkItem): Promise<boolean> {
  const { correlationId = null, traceparent = null } = item.cause ?? surroundings().cause();
  const rows = await session.query(
    `insert into work_items (id, queue, payload, available_at, correlation_id, traceparent)
     values ($1, $2, $3::jsonb, coalesce($4::timestamptz, now()), $5, $6) on conflict (id) do nothing returning id`,
    [
      item.id,
      item.queue,
      JSON.stringify(item.payload),
      item.availableAt?.toISOString() ?? null,
      correlationId,
      traceparent,
    ],
  );
  if (rows.length === 1) noteWork(item.queue);
  return rows.length === 1;
}

/** Returns open items that are due, the longest waiting first. */
export async function listDue(session: SqlSession, queue: string, limit: number): Promise<WorkItem[]> {
  const rows = await session.query<WorkItemRow>(
    `select ${columns} from work_items where queue = $1 and available_at <= now() and ${open}
      order by available_at limit $2::int`,
    [queue, limit],
  );
  return rows.map(workItemOf);
}

interface QueueSchedule {
  queue: string;
  isDue: boolean;
  /** Time until the next item becomes due that is not due yet; undefined without one. */
  nextInMs: number | undefined;
}

/** Returns when these queues have work to do. */
export async function listSchedules(session: SqlSession, queues: readonly string[]): Promise<QueueSchedule[]> {
  const rows = await session.query<{ queue: string; is_due: boolean; next_in_ms: number | null }>(
    `select q.queue,
       exists (select from work_items where queue = q.queue and available_at <= now() and ${open}) as is_due,
       (extract(epoch from (select min(available_at) from work_items
          where queue = q.queue and available_at > now() and ${open}) - now()) * 1000)::float8 as next_in_ms
      from jsonb_array_elements_text($1::jsonb) as q(queue)`,
    [JSON.stringify(queues)],
  );
  return rows.map(({ queue, is_due: isDue, next_in_ms: nextInMs }) => ({
    queue,
    isDue,
    nextInMs: nextInMs === null ? undefined : Number(nextInMs),
  }));
}

/** Returns the ids of all items that are due now, or of those among `ids` that still are. */
export async function listDueIds(session: SqlSession, ids?: readonly string[]): Promise<string[]> {
  const rows = await session.query<{ id: string }>(
    `select id from work_items where available_at <= now() and ${open}
        and ($1::jsonb is null or id in (select jsonb_array_elements_text($1::jsonb)))`,
    [ids ? JSON.stringify(ids) : null],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes the item for the rest of the transaction. Returns undefined if it is done, is not due by the database's clock, or is taken by
 * another transaction. It takes an advisory lock, because a row lock would give the transaction an id. While a mail is on its way, no
 * reader of events would get past that id.
 */
export async function claimWorkItem(session: SqlSession, id: string): Promise<WorkItem | undefined> {
  const [[lock], [row]] = await together(
    session.query<{ is_mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('work item ' || $1::text, 0)) as is_mine`,
      [id],
    ),
    // A separate statement, because only a snapshot taken after the lock shows what the lock's last holder did.
    session.query<WorkItemRow>(
      `select ${columns} from work_items where id = $1 and available_at <= clock_timestamp() and ${open}`,
      [id],
    ),
  );
  return lock?.is_mine && row ? workItemOf(row) : undefined;
}

export async function completeWorkItem(session: SqlSession, id: string): Promise<void> {
  await session.query(`update work_items set completed_at = now() where id = $1 and ${open}`, [id]);
}

export async function failWorkItem(session: SqlSession, id: string, failure: WorkItemFailure): Promise<void> {
  noteQueues(
    await session.query<{ queue: string }>(
      `update work_items set attempts = attempts + 1, last_error = $2,
         available_at = coalesce(clock_timestamp() + $3::float8 * interval '1 ms', available_at),
         failed_at = case when $3::float8 is null then now() end
        where id = $1 and ${open} returning queue`,
      [id, failure.error.replaceAll('\u0000', '\ufffd'), failure.retryInMs ?? null],
    ),
  );
}

/** The dispatcher has to know the item's new time. */
function noteQueues(rows: { queue: string }[]): void {
  for (const { queue } of rows) noteWork(queue);
}

/**
 * A postponed item has not failed. It waits as long again as it has existed, within the bounds, so its waits double. Postponements are not
 * counted, so they cannot use up its attempts. A later `until` prevails over the bounds.
 */
export async function postponeWorkItem(session: SqlSession, id: string, wait: WorkItemWait): Promise<void> {
  noteQueues(
    await session.query<{ queue: string }>(
      `update work_items set last_error = $2, available_at = greatest($5::timestamptz, now()
         + least(greatest(now() - created_at, $3::float8 * interval '1 ms'), $4::float8 * interval '1 ms'))
        where id = $1 and ${open} returning queue`,
      [
        id,
        wait.reason.replaceAll('\u0000', '\ufffd'),
        wait.leastWaitMs,
        wait.mostWaitMs,
        wait.until?.toISOString() ?? null,
      ],
    ),
  );
}

/** Deletes items that were done long ago, the oldest first, and returns how many. Items that were given up stay for a person. */
export async function removeDoneWork(
  session: SqlSession,
  { queue, keepMs, limit }: { queue: string; keepMs: number; limit: number },
): Promise<number> {
  const rows = await session.query(
    `delete from work_items where id in (
       select id from work_items where queue = $1 and completed_at < now() - $2::float8 * interval '1 ms'
        order by completed_at limit $3::int)
     returning id`,
    [queue, keepMs, limit],
  );
  return rows.length;
}

function workItemOf(row: WorkItemRow): WorkItem {
  return {
    id: row.id,
    queue: row.queue,
    payload: jsonOf(row.payload),
    attempts: row.attempts,
    availableAt: new Date(Number(row.available_at_ms)),
    cause: { correlationId: row.correlation_id ?? undefined, traceparent: row.traceparent ?? undefined },
  };
}

interface QueueLevel {
  /** Number of items that are due now. */
  due: number;
  /** Number of items that wait for their time or for the next try. */
  scheduled: number;
  /** Number of items that failed too often and wait for a person. */
  givenUp: number;
  /** How long the longest waiting item has been due. */
  oldestDueSeconds: number;
}

const levelsSql = `select q.queue,
    count(w.id) filter (where w.failed_at is null and w.available_at <= now())::int as due,
    count(w.id) filter (where w.failed_at is null and w.available_at > now())::int as scheduled,
    count(w.id) filter (where w.failed_at is not null)::int as given_up,
    coalesce(max(extract(epoch from now() - w.available_at))
      filter (where w.failed_at is null and w.available_at <= now()), 0)::float8 as oldest
  from jsonb_array_elements_text($1::jsonb) as q(queue)
  left join (
    select id, queue, available_at, failed_at from work_items where completed_at is null and failed_at is null
    union all
    select id, queue, available_at, failed_at from work_items where failed_at is not null
  ) w on w.queue = q.queue
  group by q.queue`;

export async function queueLevels(session: SqlSession, queues: readonly string[]): Promise<Map<string, QueueLevel>> {
  const rows = await session.query<{
    queue: string;
    due: number;
    scheduled: number;
    given_up: number;
    oldest: number;
  }>(levelsSql, [JSON.stringify(queues)]);
  return new Map(
    rows.map(({ queue, due, scheduled, given_up: givenUp, oldest }) => [
      queue,
      { due: Number(due), scheduled: Number(scheduled), givenUp: Number(givenUp), oldestDueSeconds: Number(oldest) },
    ]),
  );
}
