import { tryStorage } from '../storage/storage';
import { newStore } from '../store/store';

/** `token` is the access token; the refresh token is in a cookie that scripts cannot read. */
interface Session {
  readonly token: string;
  readonly userId: string;
}

export interface SessionState {
  readonly session: Session | null;
  /** True if the person is an approved assessor. Controls navigation only; the server checks its own record. */
  readonly approvedAssessor: boolean;
  /** How the last session of this page ended. After an expired session, the next log-in returns to the same page. */
  readonly ended: 'logged-out' | 'expired' | 'deleted' | null;
  /** ISO 8601 time when the remaining data of a deleted account becomes unreadable. */
  readonly deletionDate?: string;
}

const stored = (key: string) => tryStorage(() => localStorage.getItem(key));
const store = (key: string, value: string) => tryStorage(() => localStorage.setItem(key, value));

/** If there is no storage, the session lasts only as long as this page. */
function readStored(): SessionState {
  const token = stored('token');
  const userId = stored('userId');
  return {
    session: token && userId ? { token, userId } : null,
    approvedAssessor: stored('approvedAssessor') === 'true',
    ended: null,
  };
}

const { current, set: publish, subscribe } = newStore(readStored());

/** Messages that the push service still keeps for this browser are lost, so that nobody else reads them here. */
async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

function end(how: Pick<SessionState, 'ended' | 'deletionDate'>): void {
  endNotifications().catch(() => undefined);
  const ofPerson = `pushKinds:${stored('userId')}`;
  for (const key of ['token', 'userId', 'approvedAssessor', 'assessorToken', ofPerson])
    tryStorage(() => localStorage.removeItem(key));
  publish({ session: null, approvedAssessor: false, ...how });
}

// Applies a log-in, refresh or log-out of another tab, which changes the storage.
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === null || ['token', 'userId', 'approvedAssessor'].includes(event.key)) publish(readStored());
});

export const sessionStore = {
  current,
  subscribe,

  signIn(session: Session): void {
    store('token', session.token);
    store('userId', session.userId);
    publish({ ...current(), session, ended: null });
  },

  /** Sets a fresh access token for the same person; ignored if another person has signed in meanwhile. */
  renew(session: Session): void {
    if (current().session?.userId === session.userId) sessionStore.signIn(session);
  },

  approveAssessor(assessorToken: string): void {
    store('approvedAssessor', 'true');
    store('assessorToken', assessorToken);
    publish({ ...current(), approvedAssessor: true });
  },

  recallApproval(): void {
    if (current().approvedAssessor) return;
    store('approvedAssessor', 'true');
    publish({ ...current(), approvedAssessor: true });
  },

  /** Removes the person's data, even if their session has already ended. Data and sessions of other people stay. */
  forgetPerson(userId: string, deletionDate: string): void {
    tryStorage(() => {
      for (const key of Object.keys(localStorage)) if (key.includes(userId)) localStorage.removeItem(key);
      sessionStorage.clear();
    });
    // Photos that another app shared belong to no account yet. `public/share-target.js` keeps them under this name.
    globalThis.caches?.delete('shared-photos').catch(() => undefined);
    const { session } = current();
    if (!session || session.userId === userId) end({ ended: 'deleted', deletionDate });
  },

  signOut: (ended: 'logged-out' | 'expired'): void => end({ ended }),
};
