/**
 * Repeats a sweep's batch until it finds fewer rows than `limit`. If a batch leaves its rows, the next starts after
 * them.
 * @param batch returns how many rows it found
 */
export async function untilFew(
  limit: number,
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  let found = limit;
  while (found >= limit && !signal?.aborted) found = await batch(limit);
}
