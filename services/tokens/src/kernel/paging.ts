import { DomainError } from '@candid/event-store';

/** The first `limit` of rows that were asked for one more, and the cursor of the next page if there is one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, nextCursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null };
}

/** SQL that writes a timestamp as `Date.prototype.toISOString` does. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Refuses a cursor, or another field of a request. */
export const invalidField = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
