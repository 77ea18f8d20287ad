const keptMs = 10_000;
const waiting = new Map<string, Promise<Response>>();

/**
 * Requests a page's answers before the page's code has loaded. Each answer is used once; after a few seconds an unused answer
 * is too old and is dropped.
 */
export function askAhead(paths: readonly string[], token: string): void {
  for (const path of paths) {
    const answer = fetch(path, { headers: { authorization: `Bearer ${token}` }, credentials: 'same-origin' });
    // The caller that takes the answer handles a failure. Without one, the failure does not matter.
    answer.catch(() => undefined);
    waiting.set(path, answer);
  }
  setTimeout(() => waiting.clear(), keptMs);
}

export function takeEarlyAnswer(path: string): Promise<Response> | undefined {
  const answer = waiting.get(path);
  waiting.delete(path);
  return answer;
}

/** Does not take the answer. Only its taker may read the body, so read a clone. */
export const peekEarlyAnswer = (path: string): Promise<Response> | undefined => waiting.get(path);
