import { useSyncExternalStore } from 'react';
import { tryStorage } from '../../lib/storage/storage';
import { newStore } from '../../lib/store/store';

/** A stored setting, true or false: session storage keeps it for this tab, local storage permanently. */
export function remembered(key: string, storage: () => Storage, unset: boolean) {
  const stored = tryStorage(() => storage().getItem(key)) ?? String(unset);
  const store = newStore(stored === 'true');
  const set = (next: boolean): void => {
    tryStorage(() => storage().setItem(key, String(next)));
    store.set(next);
  };
  return { read: store.current, set, use: () => useSyncExternalStore(store.subscribe, store.current) };
}

/** Enables shortcuts without Ctrl or Alt. People with speech input can disable them to avoid accidental actions. */
export const singleKeys = remembered('console-single-keys', () => localStorage, true);
