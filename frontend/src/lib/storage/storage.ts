/** Runs only one task of this name at a time, in all tabs of this browser. */
export async function aloneAs<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(name, work) : await work();
}

/** Reads or writes the browser's storage. Returns undefined if the browser denies it (private mode, full disk). */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
