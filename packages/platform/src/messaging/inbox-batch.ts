import type { SqlSession } from '@candid/event-store';

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
