import type { AnalyticsEvent } from '@candid/contracts';
import type { ImpersonalEvent } from './analytics.rows.js';

/** Words of the app, not of a person: no sign of an address, and no run of digits that could be a number to call. */
const WORDS = /^[\p{L}\p{N} _.:/-]{1,64}$/u;
const MANY_DIGITS = /\d(?:[ ./-]?\d){6}/;
/** A page's own words are short and without digits; an id, a code or a token is not. */
const PAGE_WORD = /^[a-z][a-z-]{0,31}$/;

/** What may be kept of an event: a page without its query and ids, and props that are numbers, switches or plain words. */
export function impersonalEvent({ name, path, props }: AnalyticsEvent): ImpersonalEvent {
  const kept = Object.entries(props ?? {}).filter(([, value]) => isImpersonal(value));
  return { name, path: path == null ? null : impersonalPath(path), props: Object.fromEntries(kept) as never };
}

function isImpersonal(value: string | number | boolean | null): boolean {
  if (typeof value === 'string') return WORDS.test(value) && !MANY_DIGITS.test(value) && !isOpaque(value);
  return typeof value === 'number' ? Math.abs(value) < 1e6 : value !== null;
}

/** Longer than words are, with letters and digits mixed. */
const isOpaque = (text: string): boolean =>
  text.split(/[ :/]/).some((part) => part.length >= 16 && /\d/.test(part) && /\p{L}/u.test(part));

function impersonalPath(path: string): string {
  const [page = ''] = path.split(/[?#]/);
  const parts = page.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (PAGE_WORD.test(part) ? part : '*')).join('/')}`;
}
