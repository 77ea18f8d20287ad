import { DomainError } from '@candid/event-store';

/** Maximum number of live openings per assessor; one more releases the oldest. */
export const LIVE_OPENINGS_MAX = 2;

const hourMs = 3_600_000;

/**
 * The times of `openedAt` within the hour before `at`. @throws DomainError RATE_LIMITED if no further opening is
 * allowed
 */
export function withinTheHour(openedAt: readonly string[], at: string, openingsMax: number): string[] {
  const recent = openedAt.filter((moment) => Date.parse(at) - Date.parse(moment) < hourMs);
  if (recent.length < openingsMax) return recent;
  const seconds = Math.ceil((Date.parse(recent.at(-openingsMax)!) + hourMs - Date.parse(at)) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  throw new DomainError(
    'RATE_LIMITED',
    `You have opened many people's photos within an hour. You can go on in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    [{ field: 'retryAfterSeconds', message: String(seconds) }],
  );
}
