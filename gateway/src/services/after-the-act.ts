import { RemoteError } from '@candid/platform';

/**
 * For a read that only completes the answer to an act that is done. Where its service went away in between, what was known
 * before the act stands in: `UNAVAILABLE` tells a client that nothing was done, and it would act again.
 * @throws what the read throws, where there is nothing to stand in
 */
export async function orLastKnown<Value>(read: Promise<Value>, lastKnown: Value | undefined): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const isAway = error instanceof RemoteError && error.code === 'UNAVAILABLE';
    if (!isAway || lastKnown === undefined) throw error;
    return lastKnown;
  }
}
