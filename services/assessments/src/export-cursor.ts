import { DomainError } from '@candid/event-store';

/** Where a page ended: the row's time to the microsecond, exactly what the index holds, and what tells it from others of that time. */
export interface ExportPlace {
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
