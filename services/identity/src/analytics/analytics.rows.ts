import type { SqlSession } from '@candid/event-store';

/** An analytics event without anything that leads to a person. */
export interface ImpersonalEvent {
  name: string;
  /** Null if none was sent. */
  page: string | null;
}

/** False, and nothing counted, if the day (UTC) would have more than `eventsMax` events of everybody together. */
export async function takeFromTotal(
  session: SqlSession,
  { now, events, eventsMax }: { now: Date; events: number; eventsMax: number },
): Promise<boolean> {
  const rows = await session.query(
    `insert into analytics_totals as known (day, events) values (($1::timestamptz at time zone 'UTC')::date, $2::int)
     on conflict (day) do update set events = known.events + excluded.events
      where known.events + excluded.events <= $3::int
     returning day`,
    [now.toISOString(), events, eventsMax],
  );
  return rows.length === 1;
}

/** Adds events to the numbers of their day (UTC). Rows are written in one order, so that no two batches wait for each other. */
export async function countAnalyticsEvents(session: SqlSession, events: ImpersonalEvent[], now: Date): Promise<void> {
  await session.query(
    `insert into analytics_days as known (day, name, path, events)
     select ($2::timestamptz at time zone 'UTC')::date, name, coalesce(page, ''), count(*)
       from jsonb_to_recordset($1::jsonb) as sent (name text, page text)
      group by name, page order by name, page
     on conflict (day, name, path) do update set events = known.events + excluded.events`,
    [JSON.stringify(events), now.toISOString()],
  );
}
