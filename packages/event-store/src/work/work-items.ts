import { jsonOf, storable } from '../kernel/row.js';
import { noteWork, type SqlSession, together } from '../kernel/sql-session.js';
import { type Cause, surroundings } from '../kernel/surroundings.js';

export interface NewWorkItem {
  /** Unique over all queues. While an item is kept, a new item with the same id is the same work. */
  id: string;
  queue: string;
  payload: object;
  /** Default: now. */
  availableAt?: Date;
  /** Cause of the work; the cause of the current work by default. */
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

interface WorkItemRow extends Pick<WorkItem, 'id' | 'queue' | 'payload' | 'attempts'> {
  availableAtMs: number;
  correlationId: string | null;
  traceparent: string | null;
}

const columns = `id, queue, payload, attempts, floor(extract(epoch from available_at) * 1000)::float8 as "availableAtMs",
  correlation_id as "correlationId", traceparent`;

const open = 'completed_at is null and failed_at is null';

/** Returns false if the item existed before, open or done. */
export async function addWorkItem(session: SqlSession, item: NewWorkItem): Promise<boolean> {
  const { id, queue, payload, availableAt } = item;
  const { correlationId = null, traceparent = null } = item.cause ?? surroundings().cause();
  const rows = await session.query(
    `insert into work_items (id, queue, payload, available_at, correlation_id, traceparent)
     values ($1, $2, $3::jsonb, coalesce($4::timestamptz, now()), $5, $6) on conflict (id) do nothing returning id`,
    [id, queue, JSON.stringify(payload), availableAt?.toISOString() ?? null, correlationId, traceparent],
  );
  if (rows.length === 1) noteWork(queue);
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
  /** Time until the next item becomes due; undefined if no item waits for its time. */
  nextInMs: number | undefined;
}

/** Returns, for each queue, whether an item is due, and the time until the next item becomes due. */
export async function listSchedules(session: SqlSession, queues: readonly string[]): Promise<QueueSchedule[]> {
  const rows = await session.query<Omit<QueueSchedule, 'nextInMs'> & { nextInMs: number | null }>(
    `select q.queue,
       exists (select from work_items where queue = q.queue and available_at <= now() and ${open}) as "isDue",
       (extract(epoch from (select min(available_at) from work_items
          where queue = q.queue and available_at > now() and ${open}) - now()) * 1000)::float8 as "nextInMs"
      from jsonb_array_elements_text($1::jsonb) as q(queue)`,
    [JSON.stringify(queues)],
  );
  return rows.map(({ nextInMs, ...schedule }) => ({ ...schedule, nextInMs: nextInMs ?? undefined }));
}

/** Returns the ids of all items that are due now, or only of the items in `ids` that are still due. */
export async function listDueIds(session: SqlSession, ids?: readonly string[]): Promise<string[]> {
  const rows = await session.query<{ id: string }>(
    `select id from work_items where available_at <= now() and ${open}
        and ($1::jsonb is null or id in (select jsonb_array_elements_text($1::jsonb)))`,
    [ids ? JSON.stringify(ids) : null],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes the item for the rest of the transaction. Returns undefined if it is done, not due by the database's clock, or
 * taken by another transaction. The lock is advisory. A row lock would give the transaction an id, and readers of
 * events would wait for the transaction while a mail is sent.
 */
export async function claimWorkItem(session: SqlSession, id: string): Promise<WorkItem | undefined> {
  const [[lock], [row]] = await together(
    session.query<{ isMine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('work item ' || $1::text, 0)) as "isMine"`,
      [id],
    ),
    // Reads in a separate statement, because only a snapshot taken after the lock shows the last holder's changes.
    session.query<WorkItemRow>(
      `select ${columns} from work_items where id = $1 and available_at <= clock_timestamp() and ${open}`,
      [id],
    ),
  );
  return lock?.isMine && row ? workItemOf(row) : undefined;
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
      [id, storable(failure.error), failure.retryInMs ?? null],
    ),
  );
}

/** Announces the queues of the rows, because the dispatcher has to know when their items become due. */
function noteQueues(rows: { queue: string }[]): void {
  for (const { queue } of rows) noteWork(queue);
}

/**
 * A postponed item has not failed and uses no attempt. Each wait is as long as the item's age, within the bounds, so
 * the waits double. If `until` is later, the item waits until then.
 */
export async function postponeWorkItem(session: SqlSession, id: string, wait: WorkItemWait): Promise<void> {
  noteQueues(
    await session.query<{ queue: string }>(
      `update work_items set last_error = $2, available_at = greatest($5::timestamptz, now()
         + least(greatest(now() - created_at, $3::float8 * interval '1 ms'), $4::float8 * interval '1 ms'))
        where id = $1 and ${open} returning queue`,
      [id, storable(wait.reason), wait.leastWaitMs, wait.mostWaitMs, wait.until?.toISOString() ?? null],
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

function workItemOf({ availableAtMs, correlationId, traceparent, ...row }: WorkItemRow): WorkItem {
  return {
    ...row,
    payload: jsonOf(row.payload),
    availableAt: new Date(availableAtMs),
    cause: { correlationId: correlationId ?? undefined, traceparent: traceparent ?? undefined },
  };
}

/** Numbers of items. `scheduled` items wait for their time or the next try, and `givenUp` items wait for a person. */
interface QueueLevel {
  due: number;
  scheduled: number;
  givenUp: number;
  /** How long the longest waiting item has been due. */
  oldestDueSeconds: number;
}

const levelsSql = `select q.queue,
    count(w.id) filter (where w.failed_at is null and w.available_at <= now())::int as due,
    count(w.id) filter (where w.failed_at is null and w.available_at > now())::int as scheduled,
    count(w.id) filter (where w.failed_at is not null)::int as "givenUp",
    coalesce(max(extract(epoch from now() - w.available_at))
      filter (where w.failed_at is null and w.available_at <= now()), 0)::float8 as "oldestDueSeconds"
  from jsonb_array_elements_text($1::jsonb) as q(queue)
  left join (
    select id, queue, available_at, failed_at from work_items where completed_at is null and failed_at is null
    union all
    select id, queue, available_at, failed_at from work_items where failed_at is not null
  ) w on w.queue = q.queue
  group by q.queue`;

export async function queueLevels(session: SqlSession, queues: readonly string[]): Promise<Map<string, QueueLevel>> {
  const rows = await session.query<QueueLevel & { queue: string }>(levelsSql, [JSON.stringify(queues)]);
  return new Map(rows.map(({ queue, ...level }) => [queue, level]));
}
