import type { SqlSession } from './sql-session.js';

/**
 * Records that the subscriber handles the event; its effect belongs in the same transaction. False: it was handled
 * before. A second delivery at the same time waits for the first one's transaction.
 */
export async function recordInInbox(session: SqlSession, subscriber: string, eventId: string): Promise<boolean> {
  const rows = await session.query(
    `insert into inbox (subscriber, event_id) values ($1, $2::uuid) on conflict do nothing returning event_id`,
    [subscriber, eventId],
  );
  return rows.length === 1;
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
