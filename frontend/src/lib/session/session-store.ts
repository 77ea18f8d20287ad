/** Who is signed in on this device. `token` is the access token; the refresh token lives in a cookie that scripts cannot read. */
export interface Session {
  readonly token: string;
  readonly userId: string;
}

export interface SessionState {
  readonly session: Session | null;
  /** Steers navigation only; the server checks its own record of the approval. */
  readonly approvedAssessor: boolean;
  /** How the last session of this page ended; an expired one returns to where it was after the next log-in. */
  readonly ended: 'logged-out' | 'expired' | 'deleted' | null;
  /** ISO 8601: when what is left of a deleted account becomes unreadable. */
  readonly deletionDate?: string;
}

const listeners = new Set<() => void>();

/** Storage may be refused (private mode, full disk); the session then lives in memory for this page. */
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
    // The in-memory state below stays right for this page.
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

// Another tab that logs in, refreshes or logs out changes the storage; this tab follows.
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

  /** A fresh access token for the same person; ignored when somebody else has signed in meanwhile. */
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
   * Nothing about the person of a deleted account stays in this browser, also where their session has ended by itself. Data and the
   * session of other people who use it stay.
   */
  forgetPerson(userId: string, deletionDate: string): void {
    try {
      for (const key of Object.keys(localStorage)) if (key.includes(userId)) localStorage.removeItem(key);
      sessionStorage.clear();
    } catch {
      // Where storage is refused, nothing was kept.
    }
    if (state.session && state.session.userId !== userId) return;
    end({ ended: 'deleted', deletionDate });
  },

  signOut(ended: 'logged-out' | 'expired'): void {
    end({ ended });
  },
};
