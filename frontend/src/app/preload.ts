import { askAhead } from '../lib/api/early-answers';
import { sessionStore } from '../lib/session/session-store';
import { pagePartsAt } from './router';

/** A fallback is better than an empty screen from here on. */
const longestWaitMs = 400;

/** Asked for by the page at `path` as soon as it renders; see the calls of its features. */
function neededFirst(path: string, userId: string): readonly string[] {
  const user = `get-user/${userId}`;
  if (path !== '/profile') return [user];
  const sections = ['profile', 'bank', 'testing'].map((section) => `cameraroll-photos-${section}/${userId}`);
  return [user, ...sections, `user-evaluation-groups/${userId}`];
}

/**
 * A page lies in chunks that ask for one another. They are all asked for at once as soon as the address is known, not one after
 * the other as they render, and with them the first answers. Resolves when the page can be rendered whole, or waiting for it
 * has become too long.
 */
export async function preloadPage(path: string): Promise<void> {
  const { session } = sessionStore.current();
  if (session) {
    const calls = neededFirst(path, session.userId).map((call) => `/api/${call}`);
    askAhead(calls, session.token);
  }
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const parts = pagePartsAt(path, session !== null).map((part) => part.load());
  // What does not come now is asked for again, and answered for, where it is rendered.
  await Promise.race([Promise.allSettled(parts), tooLong]);
}
