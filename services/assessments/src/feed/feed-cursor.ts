import { DomainError } from '@candid/event-store';

/**
 * Groups of the feed, the first one first: assessments that are offered to their audience now, to which the assessor belongs; owners
 * whom the assessor did not rate within a day; all others.
 */
export const FEED_GROUPS = ['audience', 'rested', 'rated-lately'] as const;
export type FeedGroup = (typeof FEED_GROUPS)[number];

/** Where a page of the feed ended. */
export interface FeedPlace {
  group: FeedGroup;
  servedShare: number;
  /** Microseconds of the row's time, as text: exactly what the index holds. */
  waitingSince: string;
  photoAssessmentId: string;
  assessmentId: string;
}

/** Before the first row. */
export const feedStart: FeedPlace = {
  group: 'audience',
  servedShare: -1,
  waitingSince: '-infinity',
  photoAssessmentId: '00000000-0000-0000-0000-000000000000',
  assessmentId: '00000000-0000-0000-0000-000000000000',
};

export function encodeCursor({ group, servedShare, waitingSince, photoAssessmentId, assessmentId }: FeedPlace): string {
  return Buffer.from(JSON.stringify([group, servedShare, waitingSince, photoAssessmentId, assessmentId])).toString(
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

const isGroup = (value: unknown): value is FeedGroup => FEED_GROUPS.some((group) => group === value);

/** Throws VALIDATION_FAILED for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): FeedPlace {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [group, servedShare, waitingSince, photoAssessmentId, assessmentId] = parsed as unknown[];
    if (
      isGroup(group) &&
      typeof servedShare === 'number' &&
      typeof waitingSince === 'string' &&
      (waitingSince === '-infinity' || isTime(waitingSince)) &&
      typeof photoAssessmentId === 'string' &&
      typeof assessmentId === 'string' &&
      uuid.test(photoAssessmentId) &&
      uuid.test(assessmentId)
    ) {
      return { group, servedShare, waitingSince, photoAssessmentId, assessmentId };
    }
  } catch {
    // Not base64url of JSON: refused below.
  }
  throw new DomainError('VALIDATION_FAILED', 'This is not a page of the feed.', [
    { field: 'cursor', message: 'is not a cursor of the feed' },
  ]);
}
