import { dayOf, timeOf } from '../language/language';
import { commonTexts } from '../texts/common';

/** Formats an ISO 8601 instant as `DD/MM/YY • HH:MM` in the browser's time zone. */
export function formatDateTime(iso: string): string {
  const instant = new Date(iso);
  return `${dayOf(instant)} • ${timeOf(instant)}`;
}

/** Formats an instant as `HH:MM`, with its day if that is not the day of `now`. */
export function formatSoon(instant: Date, now: Date): string {
  return dayOf(instant) === dayOf(now) ? timeOf(instant) : formatDateTime(instant.toISOString());
}

/** Formats minutes as `45 min`, `2 hr` or `1 hr 20 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return commonTexts.minutes(rest);
  return rest === 0 ? commonTexts.hours(hours) : `${commonTexts.hours(hours)} ${commonTexts.minutes(rest)}`;
}

/** Formats tokens with at least three digits, zero-padded: `040`. */
export const formatTokens = (tokens: number): string => String(tokens).padStart(3, '0');

export const countWords = (text: string): number => (text.trim() === '' ? 0 : text.trim().split(/\s+/u).length);
