import type { SqlSession } from './sql-session.js';

/**
 * Marks events as handled by the subscriber.
 * @returns those that were not before. Ids go in in one order everywhere, so that two processes cannot deadlock.
 */
export async function recordAllInInbox(
  session: SqlSession,
  subscriber: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await session.query<{ event_id: string }>(
    `insert into inbox (subscriber, event_id)
     select $1, event_id from json_array_elements_text($2::json) as given(id), cast(id as uuid) as event_id
     on conflict do nothing returning event_id`,
    [subscriber, JSON.stringify([...eventIds].sort())],
  );
  return new Set(rows.map((row) => row.event_id));
}

/** Whether the subscriber has handled every one of the events. */
export async function isInInbox(
  session: SqlSession,
  subscriber: string,
  eventIds: readonly string[],
): Promise<boolean> {
  const wanted = new Set(eventIds);
  const [row] = await session.query<{ found: number }>(
    `select count(*)::int as found from inbox where subscriber = $1 and event_id = any ($2::uuid[])`,
    [subscriber, `{${[...wanted].join(',')}}`],
  );
  return Number(row!.found) === wanted.size;
}
