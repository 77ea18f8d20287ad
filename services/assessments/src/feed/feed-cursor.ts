import { DomainError } from '@candid/event-store';

/** Where a page of the feed ended: owners not rated lately come first, then the others. */
export interface FeedPlace {
  rested: boolean;
  servedShare: number;
  /** Microseconds of the row's time, as text: exactly what the index holds. */
  waitingSince: string;
  photoAssessmentId: string;
  assessmentId: string;
}

/** Before the first row. */
export const feedStart: FeedPlace = {
  rested: true,
  servedShare: -1,
  waitingSince: '-infinity',
  photoAssessmentId: '00000000-0000-0000-0000-000000000000',
  assessmentId: '00000000-0000-0000-0000-000000000000',
};

export function encodeCursor({
  rested,
  servedShare,
  waitingSince,
  photoAssessmentId,
  assessmentId,
}: FeedPlace): string {
  return Buffer.from(JSON.stringify([rested, servedShare, waitingSince, photoAssessmentId, assessmentId])).toString(
    'base64url',
  );
}

/** As the database writes a time, in any zone. */
const time = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** A day that no calendar has is refused here, before the database does. */
function isTime(text: string): boolean {
  const day = time.exec(text)?.[1];
  const parsed = new Date(`${day}T00:00:00Z`);
  return day !== undefined && Number.isFinite(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Throws VALIDATION_FAILED for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): FeedPlace {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [rested, servedShare, waitingSince, photoAssessmentId, assessmentId] = parsed as unknown[];
    if (
      typeof rested === 'boolean' &&
      typeof servedShare === 'number' &&
      typeof waitingSince === 'string' &&
      (waitingSince === '-infinity' || isTime(waitingSince)) &&
      typeof photoAssessmentId === 'string' &&
      typeof assessmentId === 'string' &&
      uuid.test(photoAssessmentId) &&
      uuid.test(assessmentId)
    ) {
      return { rested, servedShare, waitingSince, photoAssessmentId, assessmentId };
    }
  } catch {
    // Not base64url of JSON: refused below.
  }
  throw new DomainError('VALIDATION_FAILED', 'This is not a page of the feed.', [
    { field: 'cursor', message: 'is not a cursor of the feed' },
  ]);
}
