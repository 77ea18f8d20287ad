/** Reads or writes the browser's storage. Returns undefined if the browser denies it (private mode, full disk). */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
