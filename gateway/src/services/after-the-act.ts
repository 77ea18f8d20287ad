import { RemoteError } from '@candid/platform';

/**
 * For a read that only completes the answer to an act that is done. Where it fails, what was known before the act stands
 * in: `UNAVAILABLE` and `INTERNAL` tell a client that nothing was done, and it would act again.
 * @throws what the read throws, where there is nothing to stand in
 */
export async function orLastKnown<Value>(read: Promise<Value>, lastKnown: Value | undefined): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const isAway = error instanceof RemoteError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
    if (!isAway || lastKnown === undefined) throw error;
    return lastKnown;
  }
}
