import { assessmentsRoutes, type ExpectedRatings, type Photo } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { formatMinutes, formatSoon } from '../../lib/format/format';
import { polled } from '../../lib/live/live-store';
import { useRead } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';
import { waitingTexts as texts } from '../../lib/texts/waiting';

type Running = Pick<Photo, '_id' | 'testLimit' | 'testTimesRated'>;
type Expected = readonly ExpectedRatings[] | undefined;

const minuteMs = 60_000;
/** An expectation is no more exact than this. */
const roundedToMs = 5 * minuteMs;

/** The server's expectations of the caller's running photos, and the time, which advances every minute. */
export function useExpected(enabled: boolean) {
  const asked = { params: { userId: useUserId() } };
  const { data } = useRead(assessmentsRoutes.getExpectedRatings, asked, { enabled, meta: polled });
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return { expected: data?.photos, now };
}

/** Returns the sentence for running photos; undefined if the server expects no ratings for them. */
export function expectedLine(photos: readonly Running[], expected: Expected, now: number): string | undefined {
  const found = (expected ?? []).filter(({ photoId }) => photos.some(({ _id }) => _id === photoId));
  const running = photos.filter(({ _id }) => found.some(({ photoId }) => photoId === _id));
  const nextAt = found.map((times) => times.nextAt).sort()[0];
  const allAt = found
    .map((times) => times.allAt)
    .sort()
    .at(-1);
  if (nextAt === undefined || allAt === undefined) return undefined;
  const missing = running.reduce((sum, photo) => sum + photo.testLimit - photo.testTimesRated, 0);
  const none = running.every(({ testTimesRated }) => testTimesRated === 0);
  const rating = texts.next[none ? 'first' : missing === 1 ? 'last' : 'next'];
  const isMeasured = areMeasured(found);
  const nextMs = Date.parse(nextAt) - now;
  const isLate = nextMs <= 0;
  const next = isLate ? texts.late(rating, isMeasured) : texts.inAbout(rating, formatMinutes(aboutMinutes(nextMs)));
  const all = missing > 1 && Date.parse(allAt) > now ? texts.allBy(clock(allAt, now)) : null;
  const line = [next, all].filter(Boolean).join(', ');
  if (isLate) return texts.lateLine(line);
  return isMeasured ? line : texts.planned(line);
}

const areMeasured = (found: readonly ExpectedRatings[]): boolean => found.every(({ isMeasured }) => isMeasured);

/** Returns when the last of these photos is expected to have all ratings; undefined if the server expects none. */
export function expectedBy(photos: readonly Running[], expected: Expected, now: number): string | undefined {
  const found = (expected ?? []).filter(({ photoId }) => photos.some(({ _id }) => _id === photoId));
  const last = found
    .map(({ allAt }) => allAt)
    .sort()
    .at(-1);
  if (last === undefined) return undefined;
  return Date.parse(last) > now ? texts.by(clock(last, now)) : texts.lateShort(areMeasured(found));
}

function aboutMinutes(ms: number): number {
  return ms < 2 * roundedToMs ? Math.ceil(ms / minuteMs) : 5 * Math.ceil(ms / roundedToMs);
}

const clock = (iso: string, now: number): string =>
  formatSoon(new Date(Math.ceil(Date.parse(iso) / roundedToMs) * roundedToMs), new Date(now));
