import { useSyncExternalStore } from 'react';

/** A switch that a browser remembers: `session` for this tab's visit, `local` for good. */
function remembered(key: string, storage: () => Storage, unset: boolean) {
  const listeners = new Set<() => void>();
  let value: boolean | undefined;
  const read = (): boolean => {
    if (value !== undefined) return value;
    let stored: string | null = null;
    try {
      stored = storage().getItem(key);
    } catch {
      // Refused: the switch then lasts as long as the page.
    }
    value = stored === null ? unset : stored === 'true';
    return value;
  };
  const set = (next: boolean): void => {
    value = next;
    try {
      storage().setItem(key, String(next));
    } catch {
      // Refused.
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { read, set, use: () => useSyncExternalStore(subscribe, read) };
}

/** Photos without their colours, which is easier to look at all day. */
export const greyscale = remembered('moderation-greyscale', () => sessionStorage, false);
/** Keys without Ctrl or Alt can be switched off: speech input would press them by accident. */
export const singleKeys = remembered('moderation-single-keys', () => localStorage, true);
