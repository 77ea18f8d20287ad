/**
 * Repeats a sweep's batch until it finds fewer rows than `limit`. If a batch leaves its rows, the next starts after
 * them.
 * @param batch returns how many rows it found
 */
export async function untilFew(
  limit: number,
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const found = await batch(limit);
    total += found;
    if (found < limit) break;
  }
  return total;
}
