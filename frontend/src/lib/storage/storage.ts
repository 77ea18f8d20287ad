/** Reads or writes the browser's storage. Returns undefined if the browser denies it (private mode, full disk). */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** A fact about a person that this browser remembers. */
export const rememberedFact = (name: string) => ({
  isKnown: (userId: string): boolean => tryStorage(() => localStorage.getItem(`${name}:${userId}`) !== null) ?? false,
  remember: (userId: string): void => void tryStorage(() => localStorage.setItem(`${name}:${userId}`, 'true')),
});
