import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { takeQueryClient } from '../../lib/query/query-client';
import { useSession } from '../../lib/session/use-session';
import { ToastRegion } from '../../ui/toast/toast-region';
import { LiveUpdates } from './live-updates';
import { dropToastsAtSessionEnd } from './toasts-per-person';

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
