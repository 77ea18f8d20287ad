/** Activates the waiting version and reloads the page. Null if no version waits or the person has postponed it. */
type Update = (() => void | Promise<void>) | null;

const listeners = new Set<() => void>();
let update: Update = null;

export const updateStore = {
  current: (): Update => update,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(next: Update): void {
    update = next;
    for (const listener of listeners) listener();
  },
};
