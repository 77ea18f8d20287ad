import { DomainError } from '@candid/event-store';

/** Where a page of ratings ended. `at` is the row's time to the microsecond: exactly what the index holds. */
export interface RatingPlace {
  at: string;
  submissionId: string;
  photoId: string;
}

const AT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const encodeRatingCursor = (row: { at: string; submission_id: string; photo_id: string }): string =>
  Buffer.from(`${row.at} ${row.submission_id} ${row.photo_id}`).toString('base64url');

/** @throws DomainError `VALIDATION_FAILED` for anything that `encodeRatingCursor` did not make */
export function decodeRatingCursor(cursor: string): RatingPlace {
  const [at = '', submissionId = '', photoId = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isPlace = isTime(at) && ID.test(submissionId) && ID.test(photoId);
  if (isPlace && rest.length === 0) return { at, submissionId, photoId };
  const message = 'This is not a cursor of ratings.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

/** No 31 February either, which a database refuses. */
function isTime(at: string): boolean {
  const ms = Date.parse(at);
  return AT.test(at) && Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === at.slice(0, 19);
}
