import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { takeQueryClient } from '../../lib/query/query-client';
import { sessionStore } from '../../lib/session/session-store';
import { useSession } from '../../lib/session/use-session';
import { ToastRegion } from '../../ui/toast/toast-region';
import { toastStore } from '../../ui/toast/toast-store';
import { LiveUpdates } from './live-updates';

const personNow = () => sessionStore.current().session?.userId;

/**
 * Drops the messages of one person, so that the next person does not see them. Actions that wait for an Undo are dropped too,
 * because they would run in the next person's name.
 */
export function dropToastsAtSessionEnd(): () => void {
  let person = personNow();
  return sessionStore.subscribe(() => {
    const before = person;
    person = personNow();
    if (before !== undefined && person !== before) toastStore.drop();
  });
}

dropToastsAtSessionEnd();

/** Each person has an own cache: the data of one account is gone before the next person signs in. */
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
