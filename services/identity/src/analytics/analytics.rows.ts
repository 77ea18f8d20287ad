import type { SqlSession } from '@candid/event-store';

/** An analytics event without anything that leads to a person. */
export interface ImpersonalEvent {
  name: string;
  path: string | null;
  props: Record<string, string | number | boolean>;
}

export async function addAnalyticsEvents(session: SqlSession, events: ImpersonalEvent[], now: Date): Promise<void> {
  await session.query(
    `insert into analytics_events (name, path, props, received_at)
     select name, path, props, $2::timestamptz
       from jsonb_to_recordset($1::jsonb) as sent (name text, path text, props jsonb)`,
    [JSON.stringify(events), now.toISOString()],
  );
}

/**
 * Adds events that are not counted yet to the numbers of their day (UTC), each once: marking and counting are one
 * statement. Days are written in one order, so that two sweeps at once do not wait for each other in a circle.
 * @returns how many it counted, at most `limit`
 */
export async function countAnalyticsEvents(session: SqlSession, now: Date, limit: number): Promise<number> {
  const [row] = await session.query<{ counted: number }>(
    `with taken as (
       update analytics_events set counted_at = $1::timestamptz
        where event_id in (
          select event_id from analytics_events where counted_at is null
           order by event_id limit $2::int for update skip locked)
       returning (received_at at time zone 'UTC')::date as day, name, coalesce(path, '') as path
     ), added as (
       insert into analytics_days as known (day, name, path, events)
       select day, name, path, count(*) from taken group by day, name, path order by day, name, path
       on conflict (day, name, path) do update set events = known.events + excluded.events
     )
     select count(*)::int as counted from taken`,
    [now.toISOString(), limit],
  );
  return row!.counted;
}
