import { connectionStore } from '../connection/connection-store';
import { sessionStore } from '../session/session-store';
import { ApiError } from './errors';

const lockName = 'candid-refresh';

/** Refresh tokens rotate, and reusing one ends the session. Therefore only one tab at a time may refresh. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(lockName, work) : await work();
}

let running: Promise<string | null> | null = null;

/**
 * Returns the access token that replaces `staleToken`, or null if the session is over (it is then cleared). Throws `ApiError`
 * OFFLINE if the server is unreachable; the session then stays.
 */
export function refreshAccessToken(staleToken: string): Promise<string | null> {
  running ??= alone(() => exchange(staleToken)).finally(() => {
    running = null;
  });
  return running;
}

async function exchange(staleToken: string): Promise<string | null> {
  const { session } = sessionStore.current();
  if (!session) return null;
  if (session.token !== staleToken) return session.token;
  const response = await fetch('/api/auth/refresh', { method: 'POST', credentials: 'same-origin' }).catch(() => {
    void connectionStore.unanswered();
    throw ApiError.offline();
  });
  if (response.status === 401 || response.status === 403) {
    // The account may have been deleted meanwhile, or another person may have signed in.
    if (sessionStore.current().session?.token === staleToken) sessionStore.signOut('expired');
    return null;
  }
  const answer: unknown = await response.json().catch(() => null);
  const token = (answer as { token?: unknown } | null)?.token;
  if (!response.ok || typeof token !== 'string') throw ApiError.offline();
  sessionStore.renew({ token, userId: session.userId });
  return token;
}
