/**
 * Repeats a batch of a sweep until it finds fewer rows than `limit`, so that no interval bounds what the sweep keeps up with. If a
 * batch leaves its rows where they are, the next one must start after them.
 * @param batch handles at most `limit` rows; returns how many it found
 * @param signal ends the repetition after the current batch
 * @returns how many rows all batches found
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
