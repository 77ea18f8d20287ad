import type { SqlSession } from '../kernel/sql-session.js';

/** The part of an event that may be shown to people who may not see its content. */
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
  /** Name of the command that caused the event, if it was recorded. */
  command: string | null;
  /** Id of the route, if a person's request caused the event. */
  route: string | null;
}

interface CorrelatedEventRow {
  event_id: string;
  type: string;
  stream_id: string;
  at_ms: unknown;
  correlation_id: string;
  cause_event_id: string | null;
  actor: string | null;
  command: string | null;
  route: string | null;
}

/** Add this index in a service's migration. Without it, every look-up reads the whole table. */
export const correlationIndexSql = `create index events_correlation on events ((metadata->>'correlationId'))`;

export const correlatedEventColumns = `e.event_id, e.type, e.stream_id, floor(extract(epoch from e.recorded_at) * 1000)::float8 as at_ms,
  e.metadata->>'correlationId' as correlation_id, e.metadata->>'causationId' as cause_event_id,
  e.metadata->>'actor' as actor, e.metadata->>'command' as command, e.metadata->>'route' as route`;

const listSql = `select ${correlatedEventColumns} from events e
  where e.metadata->>'correlationId' in (select jsonb_array_elements_text($1::jsonb))
  order by e.transaction_id, e.global_position limit $2::int`;

/** Returns the first `limit` events in reading order. */
export async function listCorrelatedEvents(
  session: SqlSession,
  correlationIds: readonly string[],
  limit: number,
): Promise<CorrelatedEvent[]> {
  const rows = await session.query<CorrelatedEventRow>(listSql, [JSON.stringify(correlationIds), limit]);
  return rows.map(correlatedEventOf);
}

/** `eventId` has to be a UUID. */
export async function findCorrelatedEvent(session: SqlSession, eventId: string): Promise<CorrelatedEvent | undefined> {
  const sql = `select ${correlatedEventColumns} from events e where e.event_id = $1::uuid`;
  const [row] = await session.query<CorrelatedEventRow>(sql, [eventId]);
  return row && correlatedEventOf(row);
}

export function correlatedEventOf(row: CorrelatedEventRow): CorrelatedEvent {
  return {
    eventId: row.event_id,
    type: row.type,
    streamId: row.stream_id,
    at: new Date(Number(row.at_ms)).toISOString(),
    correlationId: row.correlation_id,
    causeEventId: row.cause_event_id,
    actor: row.actor,
    command: row.command,
    route: row.route,
  };
}
