import { createStore, del, set, type UseStore, values } from 'idb-keyval';
import type { OutboxEntry } from './outbox-entry';

export interface OutboxStorage {
  put(entry: OutboxEntry): Promise<void>;
  remove(idempotencyKey: string): Promise<void>;
  /** The oldest first. */
  all(): Promise<readonly OutboxEntry[]>;
}

/** On this device, through reloads and restarts of the browser. One record an entry, so that tabs never write over each other. */
export function deviceStorage(): OutboxStorage {
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore('candid-outbox', 'entries');
    return opened;
  };
  return {
    // Async, because opening the store may throw where a browser keeps nothing.
    put: async (entry) => set(entry.idempotencyKey, entry, store()),
    remove: async (idempotencyKey) => del(idempotencyKey, store()),
    all: async () => inOrder(await values<OutboxEntry>(store())),
  };
}

export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((one, other) => one.savedAt.localeCompare(other.savedAt));
}
