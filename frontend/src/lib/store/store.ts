/** A value outside React. Components subscribe with `useSyncExternalStore(store.subscribe, store.current)`. */
export function newStore<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    current: (): Value => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
