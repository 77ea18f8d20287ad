import { sessionStore } from '../lib/session/session-store';

/**
 * A signed-in person's page lies in chunks that ask for one another. They are all asked for at once as soon as the address is
 * known, not one after the other as they render.
 */
export function preloadMemberPage(path: string): void {
  if (!sessionStore.current().session) return;
  void import('./shell/member-area');
  if (path.startsWith('/carousel/')) void import('./routes/assess/carousel.page');
  else if (path.startsWith('/testing/')) void import('./routes/assess/testing.page');
  else {
    void import('./shell/nav-layout');
    if (path === '/' || path === '/profile') void import('./routes/dashboard/profile.page');
  }
}
