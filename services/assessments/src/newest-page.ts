import { decodeExportCursor, encodeExportCursor } from './export-cursor.js';

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
