/**
 * The calls that a page of a signed-in person makes as soon as it renders; see the features. It excludes calls that reserve a
 * slot, and calls that the server refuses to people who are not approved assessors.
 */
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
