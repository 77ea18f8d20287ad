import { useSyncExternalStore } from 'react';
import { type SessionState, sessionStore } from './session-store';

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current);
}

/** Throws if nobody is signed in, so only screens behind the session guard may call it. */
export function useUserId(): string {
  const userId = useSession().session?.userId;
  if (!userId) throw new Error('This screen needs a session.');
  return userId;
}
