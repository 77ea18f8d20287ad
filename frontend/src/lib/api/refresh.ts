import { connectionStore } from '../connection/connection-store';
import { sessionStore } from '../session/session-store';
import { ApiError } from './errors';

const lockName = 'candid-refresh';

/** Refresh tokens rotate and a reused one ends the session, so that one tab at a time may refresh. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(lockName, work) : await work();
}

let running: Promise<string | null> | null = null;

/**
 * The access token to use instead of `staleToken`, or null when the session is over (it is then cleared).
 * Throws `ApiError` OFFLINE when the server cannot be reached; the session then stays.
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
    // Meanwhile the account may have been deleted, or somebody else may have signed in.
    if (sessionStore.current().session?.token === staleToken) sessionStore.signOut('expired');
    return null;
  }
  const answer: unknown = await response.json().catch(() => null);
  const token = (answer as { token?: unknown } | null)?.token;
  if (!response.ok || typeof token !== 'string') throw ApiError.offline();
  sessionStore.renew({ token, userId: session.userId });
  return token;
}
