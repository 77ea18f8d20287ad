/** Reads or writes the browser's storage. Returns undefined if the browser denies it (private mode, full disk). */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** A value about a person that this browser remembers; null if it has none. */
export const remembered = <Value>(name: string) => ({
  of: (userId: string): Value | null =>
    tryStorage(() => JSON.parse(localStorage.getItem(`${name}:${userId}`) ?? 'null')) ?? null,
  set: (userId: string, value: Value): void =>
    void tryStorage(() => localStorage.setItem(`${name}:${userId}`, JSON.stringify(value))),
});
