/**
 * Repeats a sweep's batch until it finds fewer rows than `limit`. Rows that a batch keeps must be skipped by the next.
 * @param batch returns the number of rows that it found
 */
export async function untilFew(
  limit: number,
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  let found = limit;
  while (found >= limit && !signal?.aborted) found = await batch(limit);
}
