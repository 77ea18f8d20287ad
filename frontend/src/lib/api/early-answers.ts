const keptMs = 10_000;
const waiting = new Map<string, Promise<Response>>();

/** Requests these paths in advance. Each answer is used once; unused answers are dropped after a few seconds. */
export function askAhead(paths: readonly string[], token: string): void {
  for (const path of paths) {
    const answer = fetch(path, { headers: { authorization: `Bearer ${token}` }, credentials: 'same-origin' });
    // The caller that takes the answer handles its failure. If no caller takes it, the failure does not matter.
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

/** Returns an answer that another caller will take. Only that caller may read its body, so read a clone here. */
export const peekEarlyAnswer = (path: string): Promise<Response> | undefined => waiting.get(path);

/** Leaves out calls that reserve a slot, and calls that the server allows only for approved assessors. */
export function neededFirst(path: string, userId: string, approvedAssessor: boolean): readonly string[] {
  const calls = [`get-user/${userId}`, ...ofPage(path, userId)];
  if (approvedAssessor) calls.push(...ofAssessor(path, userId));
  return calls.map((call) => `/api/${call}`);
}

function ofPage(path: string, userId: string): readonly string[] {
  if (path === '/pay') return ['token-packs'];
  if (path !== '/' && path !== '/profile') return [];
  const sections = ['profile', 'bank', 'testing'].map((section) => `cameraroll-photos-${section}/${userId}`);
  return [...sections, `user-evaluation-groups/${userId}`];
}

function ofAssessor(path: string, userId: string): readonly string[] {
  const standing = `get-rater-standing/${userId}`;
  if (path === '/account') return [standing];
  if (path !== '/feed') return [];
  return [standing, `get-image/public?currentUserId=${userId}`, `evaluation-groups?excludeUserId=${userId}`];
}
