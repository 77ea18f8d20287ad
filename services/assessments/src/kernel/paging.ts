import { DomainError } from '@candid/event-store';

/** A page that the browser requests: `limit` is its largest size, `cursor` comes from the page before. */
export interface AskedPage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

const AT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** SQL that writes a timestamp with microseconds, so that the text can be compared with the stored timestamp. */
export const exactTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL that writes a timestamp as `Date.prototype.toISOString` does. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Encodes the last row of a page: its time in microseconds and its ids, because several rows may have that time. */
const encodeCursor = (...place: string[]): string => Buffer.from(place.join(' ')).toString('base64url');

/**
 * Parameters for the place after which a page starts: the time, then the ids; nulls for the first page.
 * @throws DomainError `VALIDATION_FAILED` for anything that `encodeCursor` did not make
 */
export function placeAfter(cursor: string | undefined, idCount = 1): (string | null)[] {
  if (cursor === undefined) return Array(idCount + 1).fill(null);
  const [at = '', ...ids] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (isTime(at) && ids.length === idCount && ids.every((id) => ID.test(id))) return [at, ...ids];
  throw badCursor();
}

/**
 * @param rows the result of a query for `limit + 1` rows; `exact_at` is their `exactTime`
 * @param idsOf the ids that order rows of the same time
 */
export function cutPage<Row extends { exact_at: string }>(
  rows: readonly Row[],
  limit: number,
  idsOf: (row: Row) => string[],
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? encodeCursor(last.exact_at, ...idsOf(last)) : null;
  return { shown, nextCursor };
}

/** Like `cutPage`, but a page never ends within a submission. @returns at least one submission */
export function cutSubmissions<Row extends { exact_at: string; submissionId: string }>(
  rows: readonly Row[],
  limit: number,
): { shown: readonly Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { shown: rows, nextCursor: null };
  const cut = rows[limit]!.submissionId;
  const whole = rows.slice(0, limit).filter((row) => row.submissionId !== cut);
  const shown = whole.length > 0 ? whole : rows.filter((row) => row.submissionId === cut);
  const last = shown.at(-1)!;
  return { shown, nextCursor: encodeCursor(last.exact_at, last.submissionId) };
}

export function badCursor(): DomainError {
  const message = 'This is not a cursor of this list.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

/** Rejects dates such as 31 February, because the database fails on them. */
function isTime(at: string): boolean {
  const ms = Date.parse(at);
  return AT.test(at) && Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === at.slice(0, 19);
}
