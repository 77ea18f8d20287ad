import { askAhead } from '../lib/api/early-answers';
import { sessionStore } from '../lib/session/session-store';

/** Asked for by the page at `path` as soon as it renders; see the calls of its features. */
function neededFirst(path: string, userId: string): readonly string[] {
  const user = `get-user/${userId}`;
  if (path !== '/profile') return [user];
  const sections = ['profile', 'bank', 'testing'].map((section) => `cameraroll-photos-${section}/${userId}`);
  return [user, ...sections, `user-evaluation-groups/${userId}`];
}

/**
 * A signed-in person's page lies in chunks that ask for one another. They are all asked for at once as soon as the address is
 * known, not one after the other as they render.
 */
export function preloadMemberPage(path: string): void {
  const { session } = sessionStore.current();
  if (!session) return;
  askAhead(
    neededFirst(path, session.userId).map((call) => `/api/${call}`),
    session.token,
  );
  const ahead = [import('./shell/member-area')] as Promise<unknown>[];
  if (path.startsWith('/carousel/')) ahead.push(import('./routes/assess/carousel.page'));
  else if (path.startsWith('/testing/')) ahead.push(import('./routes/assess/testing.page'));
  else {
    ahead.push(import('./shell/nav-layout'));
    if (path === '/' || path === '/profile') ahead.push(import('./routes/dashboard/profile.page'));
  }
  // What does not come now is asked for again, and answered for, where it is rendered.
  for (const part of ahead) part.catch(() => undefined);
}
