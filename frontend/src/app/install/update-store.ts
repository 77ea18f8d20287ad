/** Lets the waiting version in and loads the page anew; null while there is none, or after the person put it off. */
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
