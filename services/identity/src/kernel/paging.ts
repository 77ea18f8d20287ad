import { DomainError } from '@candid/event-store';

/** The last row of a page. `at` has the precision of the database, microseconds. */
export interface PagePlace {
  at: string;
  id: string;
}

const AT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const encodeCursor = ({ at, id }: PagePlace): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** @throws DomainError `VALIDATION_FAILED` for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string): PagePlace {
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (rest.length === 0 && isTime(at) && ID.test(id)) return { at, id };
  throw cursorUnknown();
}

/** Returns false also for a date like 31 February, which the database refuses. */
function isTime(at: string): boolean {
  const ms = Date.parse(at);
  return AT.test(at) && Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === at.slice(0, 19);
}

/**
 * Returns the SQL parameters of the page that follows the cursor; nulls for the first page.
 * @throws DomainError `VALIDATION_FAILED` for anything that `encodeCursor` did not make
 */
export function placeAfter(cursor: string | undefined): [at: string, id: string] | [null, null] {
  if (cursor === undefined) return [null, null];
  const { at, id } = decodeCursor(cursor);
  return [at, id];
}

export function cursorUnknown(): DomainError {
  const message = 'This is not a cursor of this list.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

/** Returns the first `limit` rows, and a cursor if there are more. Expects up to `limit + 1` rows. */
export function pageOf<Row extends PagePlace>(rows: Row[], limit: number): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: rows.length > limit ? encodeCursor(page.at(-1)!) : null };
}

/** SQL that writes a timestamp in UTC to the microsecond, so that it compares equal when it is read back. */
export const exactTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL that writes a timestamp as `Date.prototype.toISOString` does. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
