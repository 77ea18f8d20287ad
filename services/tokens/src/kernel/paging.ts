import { DomainError } from '@candid/event-store';

/** `rows` come from a query for `limit` + 1 rows. The extra row shows that there is a next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  return { shown, nextCursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null };
}

/** SQL for a timestamp as `Date.prototype.toISOString` writes it. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const invalidField = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
