import type { EventMetadata, EventPosition, RecordedEvent } from './event.js';

export interface EventRow extends PositionRow {
  event_id: string;
  stream_id: string;
  stream_version: number;
  type: string;
  schema_version: number;
  data: unknown;
  metadata: unknown;
  recorded_at_ms: unknown;
}

export interface PositionRow {
  transaction_id: unknown;
  global_position: unknown;
}

export function positionOf(row: PositionRow): EventPosition {
  return {
    transactionId: BigInt(row.transaction_id as string),
    globalPosition: BigInt(row.global_position as string),
  };
}

/** Milliseconds rather than a timestamp: sessions of an ORM hand timestamps over in forms of their own. */
export const eventColumns = `global_position, transaction_id, event_id, stream_id, stream_version, type, schema_version,
  data, metadata, floor(extract(epoch from recorded_at) * 1000)::float8 as recorded_at_ms`;

export function recordedEventOf(row: EventRow): RecordedEvent {
  return {
    eventId: row.event_id,
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    ...positionOf(row),
    type: row.type,
    schemaVersion: row.schema_version,
    data: jsonOf(row.data),
    metadata: jsonOf(row.metadata) as EventMetadata,
    recordedAt: new Date(Number(row.recorded_at_ms)),
  };
}

/** A jsonb object, which some sessions parse and some leave as text. */
export function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

const needsEscape = /["\\]/;

/** PostgreSQL's text form of a `text[]`. */
export function arrayLiteral(values: readonly string[]): string {
  if (values.length === 0) return '{}';
  return `{"${values.map((value) => (needsEscape.test(value) ? value.replace(/["\\]/g, '\\$&') : value)).join('","')}"}`;
}

export function numberArrayLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** By code unit: the same order in every process, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
