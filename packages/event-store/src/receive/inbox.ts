import { arrayLiteral, compareText } from '../kernel/row.js';
import type { SqlSession } from '../kernel/sql-session.js';

/** The fields that are the same in every delivery of an event. `recordedAt` is the publisher's time in ISO 8601. */
export interface InboxEvent {
  eventId: string;
  recordedAt: string;
}

/**
 * `recorded_at` is the time of the event. Earlier versions insert the later time `now()`. An event from before
 * `inbox_reach.recorded_before` was handled or is a dead letter, so its row may have been removed.
 */
export const inboxReachSql = [
  'alter table inbox add column recorded_at timestamptz not null default now()',
  `create table inbox_reach (
    subscriber text primary key,
    recorded_before timestamptz not null
  )`,
];

/** SQL conditions on the event `name`. An event with an open dead letter counts as not handled. */
const isBeforeReach = (name: string, subscriber = '$1'): string => `exists (
  select from inbox_reach r where r.subscriber = ${subscriber} and ${name}.recorded_at < r.recorded_before)`;

const recordSql = `insert into inbox (subscriber, event_id, recorded_at)
  select subscriber, event_id, recorded_at
    from json_to_recordset($1::json) as given(subscriber text, event_id uuid, recorded_at timestamptz)
   where not ${isBeforeReach('given', 'given.subscriber')} or exists (
     select from dead_letters d
      where d.subscriber = given.subscriber and d.event_id = given.event_id and d.replayed_at is null)
  on conflict do nothing returning subscriber, event_id`;

const missingSql = `select event_id::text from json_to_recordset($2::json) as given(event_id uuid, recorded_at timestamptz)
  where not exists (select from inbox i where i.subscriber = $1 and i.event_id = given.event_id)
    and not exists (select from dead_letters d where d.subscriber = $1 and d.event_id = given.event_id)
    and not ${isBeforeReach('given')}`;

interface Receipt extends InboxEvent {
  subscriber: string;
}

export const receiptKey = ({ subscriber, eventId }: Omit<Receipt, 'recordedAt'>): string => `${subscriber} ${eventId}`;

/** Inserts in the order of the keys, so that processes do not deadlock. Returns the keys of the new rows. */
export async function recordInInbox(session: SqlSession, receipts: readonly Receipt[]): Promise<Set<string>> {
  const sorted = receipts.toSorted((a, b) => compareText(receiptKey(a), receiptKey(b)));
  const given = sorted.map(({ subscriber, eventId, recordedAt }) => {
    return { subscriber, event_id: eventId, recorded_at: recordedAt };
  });
  const rows = await session.query<{ subscriber: string; event_id: string }>(recordSql, [JSON.stringify(given)]);
  return new Set(rows.map(({ subscriber, event_id: eventId }) => receiptKey({ subscriber, eventId })));
}

/** Returns true if the subscriber has handled all the events. The events must be newer than the removed inbox rows. */
export async function isInInbox(
  session: SqlSession,
  subscriber: string,
  eventIds: readonly string[],
): Promise<boolean> {
  const wanted = new Set(eventIds);
  const [row] = await session.query<{ found: number }>(
    `select count(*)::int as found from inbox where subscriber = $1 and event_id = any ($2::uuid[])`,
    [subscriber, arrayLiteral([...wanted])],
  );
  return row!.found === wanted.size;
}

/** Ids of events that are neither handled nor dead letters. Publishers of version 0.1.0 state no `recordedAt`. */
export async function findMissing(
  session: SqlSession,
  subscriber: string,
  events: readonly { eventId: string; recordedAt?: string | undefined }[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const given = events.map(({ eventId, recordedAt }) => ({ event_id: eventId, recorded_at: recordedAt }));
  const rows = await session.query<{ event_id: string }>(missingSql, [subscriber, JSON.stringify(given)]);
  return rows.map(({ event_id }) => event_id);
}

/**
 * Closes the dead letters of removed rows: their events were handled, and a replay would handle them again. The second condition is not a
 * join, so that the index returns the rows in order and a batch reads no more than it removes.
 */
const removeSql = `with removed as (
    delete from inbox where ctid = any (array(
      select i.ctid from inbox i
       where i.recorded_at < (select max(recorded_before) from inbox_reach where subscriber = any ($1::text[]))
         and i.recorded_at < (select r.recorded_before from inbox_reach r
           where r.subscriber = i.subscriber and r.subscriber = any ($1::text[]))
       order by i.recorded_at limit $2::int))
    returning subscriber, event_id
  ), closed as (
    update dead_letters d set replayed_at = now() from removed
     where d.subscriber = removed.subscriber and d.event_id = removed.event_id and d.replayed_at is null
  )
  select count(*)::int as removed from removed`;

/** Removes rows of events before the subscribers' reach, and returns how many. */
export async function removeFromInbox(
  session: SqlSession,
  subscribers: readonly string[],
  limit: number,
): Promise<number> {
  const [row] = await session.query<{ removed: number }>(removeSql, [arrayLiteral(subscribers), limit]);
  return row!.removed;
}

/**
 * Moves the reach of subscribers that have handled everything recorded before `completeUntil` (ISO 8601, the
 * publisher's clock). The new reach is `keepMs` before that time, or before now if the publisher's clock is ahead.
 * Remove rows before this call, because statements that began earlier need all rows after the old reach.
 */
export async function moveInboxReach(
  session: SqlSession,
  subscribers: readonly string[],
  { completeUntil, keepMs }: { completeUntil: string; keepMs: number },
): Promise<void> {
  await session.query(
    `insert into inbox_reach (subscriber, recorded_before)
     select subscriber, least($2::timestamptz, now()) - $3::float8 * interval '1 ms' from unnest($1::text[]) as subscriber
     on conflict (subscriber) do update
        set recorded_before = greatest(inbox_reach.recorded_before, excluded.recorded_before)`,
    [arrayLiteral(subscribers), completeUntil, keepMs],
  );
}
