import type { SqlSession } from '../kernel/sql-session.js';

/** The fields of an event that people may see even if they may not see the event's content. */
export interface CorrelatedEvent {
  eventId: string;
  type: string;
  streamId: string;
  /** ISO 8601. */
  at: string;
  correlationId: string;
  causeEventId: string | null;
  /** The user whose request caused the event, or the part of the system that caused it. */
  actor: string | null;
  /** Name of the command, if it was recorded. */
  command: string | null;
  /** Id of the route, if a person's request caused the event. */
  route: string | null;
}

/** Add this index in a service's migration. Without it, every look-up reads the whole table. */
export const correlationIndexSql = `create index events_correlation on events ((metadata->>'correlationId'))`;

/** The fields of CorrelatedEvent, read from `events e`. */
export const correlatedEventColumns = `e.event_id as "eventId", e.type, e.stream_id as "streamId",
  to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  e.metadata->>'correlationId' as "correlationId", e.metadata->>'causationId' as "causeEventId",
  e.metadata->>'actor' as actor, e.metadata->>'command' as command, e.metadata->>'route' as route`;

const listSql = `select ${correlatedEventColumns} from events e
  where e.metadata->>'correlationId' in (select jsonb_array_elements_text($1::jsonb))
  order by e.global_position limit $2::int`;

/** Returns the first `limit` events in reading order. */
export const listCorrelatedEvents = (
  session: SqlSession,
  correlationIds: readonly string[],
  limit: number,
): Promise<CorrelatedEvent[]> => session.query<CorrelatedEvent>(listSql, [JSON.stringify(correlationIds), limit]);

/** `eventId` has to be a UUID. */
export async function findCorrelatedEvent(session: SqlSession, eventId: string): Promise<CorrelatedEvent | undefined> {
  const sql = `select ${correlatedEventColumns} from events e where e.event_id = $1::uuid`;
  return (await session.query<CorrelatedEvent>(sql, [eventId]))[0];
}
