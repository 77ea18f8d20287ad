import { moderationTexts } from '../../lib/texts/moderation';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Times below two days are given in hours: "36 h" is more precise than "1 day". */
const hoursUpToMs = 2 * dayMs;
const soonMs = 30 * minuteMs;

/** Formats a duration in milliseconds; never shorter than one minute. */
function timeText(ms: number): string {
  const texts = moderationTexts.age;
  if (ms < hourMs) return texts.minutes(Math.max(1, Math.floor(ms / minuteMs)));
  if (ms < hoursUpToMs) return texts.hours(Math.floor(ms / hourMs));
  return texts.days(Math.floor(ms / dayMs));
}

export interface Due {
  readonly text: string;
  readonly isLate: boolean;
  /** True if less than 30 minutes are left. */
  readonly isSoon: boolean;
}

export function dueOf(dueAt: string, now: number): Due {
  const left = Date.parse(dueAt) - now;
  const isLate = left < 0;
  const time = timeText(Math.abs(left));
  return {
    text: isLate ? moderationTexts.late(time) : moderationTexts.dueIn(time),
    isLate,
    isSoon: !isLate && left < soonMs,
  };
}

export const openedText = (openedAt: string, now: number): string =>
  moderationTexts.openedAgo(timeText(Math.max(0, now - Date.parse(openedAt))));
