import type { AnalyticsName } from '@candid/contracts';

interface TrackedEvent {
  readonly name: AnalyticsName;
  readonly path: string;
}

const waiting: TrackedEvent[] = [];
let onFirst: (() => void) | null = null;

/** Matches path segments that are short words without digits. Other segments may be ids or codes and are not sent. */
const pageWord = /^[a-z][a-z-]{0,31}$/;

export function pageOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (pageWord.test(part) ? part : '*')).join('/')}`;
}

/** False if the person asks not to be tracked (Global Privacy Control, Do Not Track). */
export function mayCount(browser: object = globalThis.navigator ?? {}): boolean {
  const { globalPrivacyControl, doNotTrack } = browser as Record<'globalPrivacyControl' | 'doNotTrack', unknown>;
  return globalPrivacyControl !== true && doNotTrack !== '1';
}

export function track(name: AnalyticsName, path = location.pathname): void {
  if (!mayCount()) return;
  waiting.push({ name, path: pageOf(path) });
  onFirst?.();
  onFirst = null;
}

export const takeWaiting = (countMax: number): TrackedEvent[] => waiting.splice(0, countMax);

export function whenWaiting(listener: () => void): void {
  if (waiting.length > 0) listener();
  else onFirst = listener;
}
