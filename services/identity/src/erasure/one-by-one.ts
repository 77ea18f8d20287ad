/**
 * Repeats `next` until it claims no account. Each call claims one account and processes it. An account that fails stays
 * due and does not block the others.
 * @throws AggregateError of all failures, after the other accounts are processed
 */
export async function oneByOne(
  done: string,
  next: (failed: readonly string[], claim: (userId: string) => void) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    let claimed: string | undefined;
    try {
      await next([...failures.keys()], (userId) => {
        claimed = userId;
      });
    } catch (error) {
      if (claimed === undefined) throw error;
      failures.set(claimed, error);
    }
    if (claimed === undefined) break;
  }
  if (failures.size > 0) {
    throw new AggregateError([...failures.values()], `${failures.size} accounts could not be ${done}`);
  }
}
