import { DomainError } from '@candid/event-store';

/** Asked from the browser: at most so many, after the place that the page before named. */
export interface AskedPage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

interface PlacedRow {
  acceptedAt: Date;
  submissionId: string;
}

export const newestFirst = { acceptedAt: 'desc', submissionId: 'desc' } as const;

/**
 * The filter for what comes after the cursor, newest first. A submission is never cut in two.
 * @throws DomainError `VALIDATION_FAILED` for a cursor that is none
 */
export function afterCursor({ cursor }: AskedPage) {
  if (cursor === undefined) return {};
  const { at, ids } = decodeExportCursor(cursor, 1);
  const acceptedAt = new Date(at);
  return { $or: [{ acceptedAt: { $lt: acceptedAt } }, { acceptedAt, submissionId: { $lt: ids[0]! } }] };
}

/**
 * @param rows newest first, of which one more was asked for than is shown
 * @returns what is shown: whole submissions, at least one, and where the next page goes on; null at the end
 */
export function pageOf<Row extends PlacedRow>(rows: Row[], limit: number): { shown: Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { shown: rows, nextCursor: null };
  const cut = rows[limit]!.submissionId;
  const whole = rows.slice(0, limit).filter((row) => row.submissionId !== cut);
  const shown = whole.length > 0 ? whole : rows.filter((row) => row.submissionId === cut);
  const last = shown.at(-1)!;
  const at = last.acceptedAt.toISOString().replace('Z', '000Z');
  return { shown, nextCursor: encodeExportCursor({ at, ids: [last.submissionId] }) };
}

/** Where a page ended: the row's time to the microsecond, exactly what the index holds, and what tells it from others of that time. */
interface ExportPlace {
  at: string;
  ids: string[];
}

const AT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** SQL that writes a timestamp so that it compares equal when it is read back. */
export const exactTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const encodeExportCursor = ({ at, ids }: ExportPlace): string =>
  Buffer.from([at, ...ids].join(' ')).toString('base64url');

/** @throws DomainError `VALIDATION_FAILED` for anything that `encodeExportCursor` did not make */
export function decodeExportCursor(cursor: string, idCount: number): ExportPlace {
  const [at = '', ...ids] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (isTime(at) && ids.length === idCount && ids.every((id) => ID.test(id))) return { at, ids };
  throw badCursor();
}

export function badCursor(): DomainError {
  const message = 'This is not a cursor of this list.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

/** No 31 February either, which a database refuses. */
function isTime(at: string): boolean {
  const ms = Date.parse(at);
  return AT.test(at) && Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === at.slice(0, 19);
}
