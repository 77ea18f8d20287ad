/**
 * Repeats a sweep's batch until it finds fewer rows than `limit`. A batch must skip rows that earlier ones kept.
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
