import { useSyncExternalStore } from 'react';
import { type SessionState, sessionStore } from './session-store';

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current);
}

/** The signed-in person's id; only for screens behind the session guard. */
export function useUserId(): string {
  const userId = useSession().session?.userId;
  if (!userId) throw new Error('This screen needs a session.');
  return userId;
}
