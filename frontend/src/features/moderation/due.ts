import { useEffect, useState } from 'react';
import { moderationTexts } from '../../lib/texts/moderation';
import type { QueuedCase } from './case';
import { claimOf } from './case-state';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Times below two days are given in hours: "36 h" is more precise than "1 day". */
const hoursUpToMs = 2 * dayMs;
const soonMs = 30 * minuteMs;

function timeText(ms: number): string {
  const texts = moderationTexts.age;
  if (ms < hourMs) return texts.minutes(Math.max(1, Math.floor(ms / minuteMs)));
  if (ms < hoursUpToMs) return texts.hours(Math.floor(ms / hourMs));
  return texts.days(Math.floor(ms / dayMs));
}

export function dueOf(dueAt: string, now: number) {
  const left = Date.parse(dueAt) - now;
  const isLate = left < 0;
  const time = timeText(Math.abs(left));
  return {
    text: isLate ? moderationTexts.late(time) : moderationTexts.dueIn(time),
    isLate,
    isSoon: !isLate && left < soonMs,
  };
}

export const leftText = (until: string, now: number): string => timeText(Math.max(0, Date.parse(until) - now));

/** Counts the waiting cases, and the late ones at the time `now`. `nextDueAt`: the earliest due time of all. */
export function waitingOf(cases: readonly Pick<QueuedCase, 'status' | 'dueAt'>[], now: number) {
  const dueTimes = cases.flatMap(({ status, dueAt }) => (status === 'decided' ? [] : [dueAt])).sort();
  const overdue = dueTimes.filter((dueAt) => dueOf(dueAt, now).isLate).length;
  return { waiting: dueTimes.length, overdue, nextDueAt: dueTimes[0] };
}

export const openedText = (openedAt: string, now: number): string =>
  moderationTexts.openedAgo(timeText(Math.max(0, now - Date.parse(openedAt))));

export function stepFrom(ids: readonly string[], chosen: string | null, step: 1 | -1): string | undefined {
  const index = chosen === null ? -1 : ids.indexOf(chosen);
  if (index < 0) return ids[0];
  return ids[Math.min(Math.max(index + step, 0), ids.length - 1)];
}

/** Returns the selected id or, if it has left the list, the next remaining id, so that J and K continue there. */
export function heirOf(before: readonly string[], ids: readonly string[], chosen: string | null): string | undefined {
  if (chosen !== null && ids.includes(chosen)) return chosen;
  const index = chosen === null ? 0 : before.indexOf(chosen);
  return before.slice(Math.max(index, 0)).find((id) => ids.includes(id)) ?? ids.at(-1);
}

/** The next case after `caseId`, wrapping round to the start. Skips cases that other moderators have claimed or have to decide. */
export function nextToDecide(
  cases: readonly QueuedCase[],
  caseId: string,
  userId: string,
  now: number,
): string | undefined {
  const index = cases.findIndex((queued) => queued.caseId === caseId);
  const onwards = [...cases.slice(index + 1), ...cases.slice(0, Math.max(index, 0))];
  const isFree = (queued: QueuedCase) => queued.mayDecide && claimOf(queued, userId, now) !== 'others';
  return onwards.find((queued) => queued.caseId !== caseId && isFree(queued))?.caseId;
}

const everyMs = 15_000;

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
