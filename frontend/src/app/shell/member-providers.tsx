import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { takeQueryClient } from '../../lib/query/query-client';
import { sessionStore } from '../../lib/session/session-store';
import { useSession } from '../../lib/session/use-session';
import { ToastRegion } from '../../ui/toast/toast-region';
import { toastStore } from '../../ui/toast/toast-store';
import { LiveUpdates } from './live-updates';

const personNow = () => sessionStore.current().session?.userId;

/** What was said to one person is neither shown to the next nor, where it waits for its Undo, done in their name. */
export function dropToastsAtSessionEnd(): () => void {
  let person = personNow();
  return sessionStore.subscribe(() => {
    const before = person;
    person = personNow();
    if (before !== undefined && person !== before) toastStore.drop();
  });
}

dropToastsAtSessionEnd();

/** One cache per person: what one account saw is gone before the next one signs in. */
export function MemberProviders({ children }: { children: ReactNode }) {
  const userId = useSession().session?.userId;
  return (
    <PersonCache key={userId} userId={userId}>
      {children}
    </PersonCache>
  );
}

function PersonCache({ userId, children }: { userId: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(() => takeQueryClient(userId));
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      {children}
      <ToastRegion />
    </QueryClientProvider>
  );
}
