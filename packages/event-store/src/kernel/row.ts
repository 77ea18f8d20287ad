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
  global_position: unknown;
}

export const positionOf = ({ global_position }: PositionRow): EventPosition => ({
  globalPosition: BigInt(global_position as string),
});

/** The columns contain `recorded_at` in milliseconds, because ORM sessions return timestamps in different forms. */
export const eventColumns = `global_position, event_id, stream_id, stream_version, type, schema_version,
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

/** Parses a jsonb value if it is text. Some sessions return such values parsed, and others as text. */
export function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/** Replaces NUL, because PostgreSQL would refuse to store a failure whose text contains it. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const needsEscape = /["\\]/;

/** Returns the text form of a PostgreSQL `text[]`. */
export function arrayLiteral(values: readonly string[]): string {
  if (values.length === 0) return '{}';
  return `{"${values.map((value) => (needsEscape.test(value) ? value.replace(/["\\]/g, '\\$&') : value)).join('","')}"}`;
}

export const numberArrayLiteral = (values: readonly number[]): string => `{${values.join(',')}}`;

/** Compares by code unit, so that the order is the same in every process, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
