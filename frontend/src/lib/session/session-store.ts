/**
 * Identifies the signed-in person on this device. `token` is the access token; the refresh token is in a cookie that scripts
 * cannot read.
 */
interface Session {
  readonly token: string;
  readonly userId: string;
}

export interface SessionState {
  readonly session: Session | null;
  /** Controls navigation only; the server checks its own record of the approval. */
  readonly approvedAssessor: boolean;
  /** Tells how the last session of this page ended. After an expired one, the next log-in returns to the same page. */
  readonly ended: 'logged-out' | 'expired' | 'deleted' | null;
  /** ISO 8601: the time when the remaining data of a deleted account becomes unreadable. */
  readonly deletionDate?: string;
}

const listeners = new Set<() => void>();

/** The browser may deny storage (private mode, full disk); the session then lives in memory for this page. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The in-memory state below stays correct for this page.
  }
}

function readStored(): SessionState {
  const token = stored('token');
  const userId = stored('userId');
  return {
    session: token && userId ? { token, userId } : null,
    approvedAssessor: stored('approvedAssessor') === 'true',
    ended: null,
  };
}

let state = readStored();

function publish(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function end(how: Pick<SessionState, 'ended' | 'deletionDate'>): void {
  for (const key of ['token', 'userId', 'approvedAssessor', 'assessorToken']) store(key, null);
  publish({ session: null, approvedAssessor: false, ...how });
}

// A log-in, refresh or log-out in another tab changes the storage; this tab follows.
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === null || ['token', 'userId', 'approvedAssessor'].includes(event.key)) publish(readStored());
});

export const sessionStore = {
  current: (): SessionState => state,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  signIn(session: Session): void {
    store('token', session.token);
    store('userId', session.userId);
    publish({ ...state, session, ended: null });
  },

  /** Sets a fresh access token for the same person; ignored if another person has signed in meanwhile. */
  renew(session: Session): void {
    if (state.session?.userId !== session.userId) return;
    sessionStore.signIn(session);
  },

  approveAssessor(assessorToken: string): void {
    store('approvedAssessor', 'true');
    store('assessorToken', assessorToken);
    publish({ ...state, approvedAssessor: true });
  },

  recallApproval(): void {
    if (state.approvedAssessor) return;
    store('approvedAssessor', 'true');
    publish({ ...state, approvedAssessor: true });
  },

  /**
   * Removes everything about the person of a deleted account from this browser, even if their session has already ended. Data
   * and sessions of other people stay.
   */
  forgetPerson(userId: string, deletionDate: string): void {
    try {
      for (const key of Object.keys(localStorage)) if (key.includes(userId)) localStorage.removeItem(key);
      sessionStorage.clear();
    } catch {
      // Without storage nothing was kept.
    }
    if (state.session && state.session.userId !== userId) return;
    end({ ended: 'deleted', deletionDate });
  },

  signOut(ended: 'logged-out' | 'expired'): void {
    end({ ended });
  },
};
