import type { AnalyticsName } from '@candid/contracts';

export interface TrackedEvent {
  readonly name: AnalyticsName;
  readonly path: string;
}

const waiting: TrackedEvent[] = [];
let onFirst: (() => void) | null = null;

/** A page's own words are short and without digits; ids and codes never leave the device. */
const pageWord = /^[a-z][a-z-]{0,31}$/;

export function pageOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (pageWord.test(part) ? part : '*')).join('/')}`;
}

/** Whether the browser's owner asks not to be tracked (Global Privacy Control, Do Not Track). */
export function mayCount(browser: object = globalThis.navigator ?? {}): boolean {
  const { globalPrivacyControl, doNotTrack } = browser as {
    globalPrivacyControl?: boolean;
    doNotTrack?: string | null;
  };
  return globalPrivacyControl !== true && doNotTrack !== '1';
}

/** Notes that something happened, without saying to whom. Sent later, together with others. */
export function track(name: AnalyticsName, path = location.pathname): void {
  if (!mayCount()) return;
  waiting.push({ name, path: pageOf(path) });
  onFirst?.();
  onFirst = null;
}

/** Takes what waits, at most `countMax`. */
export const takeWaiting = (countMax: number): TrackedEvent[] => waiting.splice(0, countMax);

/** Calls back once, when something waits. */
export function whenWaiting(listener: () => void): void {
  if (waiting.length > 0) listener();
  else onFirst = listener;
}
