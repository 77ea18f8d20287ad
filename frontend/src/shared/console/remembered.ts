import { useSyncExternalStore } from 'react';

/** A persisted boolean setting: session storage keeps it for this tab, local storage permanently. */
export function remembered(key: string, storage: () => Storage, unset: boolean) {
  const listeners = new Set<() => void>();
  let value: boolean | undefined;
  const read = (): boolean => {
    if (value !== undefined) return value;
    let stored: string | null = null;
    try {
      stored = storage().getItem(key);
    } catch {
      // The browser denies storage: the setting then lasts until the page is closed.
    }
    value = stored === null ? unset : stored === 'true';
    return value;
  };
  const set = (next: boolean): void => {
    value = next;
    try {
      storage().setItem(key, String(next));
    } catch {
      // The browser denies storage.
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { read, set, use: () => useSyncExternalStore(subscribe, read) };
}

/** Enables shortcuts without Ctrl or Alt. People with speech input can disable them, to avoid accidental triggers. */
export const singleKeys = remembered('console-single-keys', () => localStorage, true);
