const keptMs = 10_000;
const waiting = new Map<string, Promise<Response>>();

/**
 * Asks for what a page will ask for, before the page's own code has come. Each answer is handed out once; what nobody has asked
 * for after a few seconds is too old to show.
 */
export function askAhead(paths: readonly string[], token: string): void {
  for (const path of paths) {
    const answer = fetch(path, { headers: { authorization: `Bearer ${token}` }, credentials: 'same-origin' });
    // Whoever takes it hears of the failure; without a taker it is nobody's concern.
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

/** Without taking it: a body is read by its taker alone, so read a clone. */
export const peekEarlyAnswer = (path: string): Promise<Response> | undefined => waiting.get(path);
