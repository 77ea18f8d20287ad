/** Returns the result of `read`, or throws after `timeoutMs`: an unavailable part must not delay all other metrics. */
export async function withinMs<Result>(read: () => Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not read within ${timeoutMs} ms`)), timeoutMs);
  });
  const reading = read();
  reading.catch(() => undefined);
  return Promise.race([reading, deadline]).finally(() => clearTimeout(timer));
}

const FRESH_MS = 500;

/** One look for several metrics that are asked for together. */
export function sharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let known: { result: Promise<Result>; atMs: number } | undefined;
  return () => {
    if (known && performance.now() - known.atMs < FRESH_MS) return known.result;
    known = { result: read(), atMs: performance.now() };
    return known.result;
  };
}
