import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { TokenCounter } from '../../features/tokens/components/token-counter';
import { useQuiet } from '../../lib/idle/quiet';
import { queryClientAhead, takeQueryClient } from '../../lib/query/query-client';
import { sessionStore } from '../../lib/session/session-store';
import { useSession } from '../../lib/session/use-session';
import { currentUserQuery, useCurrentUser } from '../../lib/user/current-user';
import { keepFocus } from '../../ui/dom/keep-focus';
import { ToastRegion } from '../../ui/toast/toast-region';
import { toastStore } from '../../ui/toast/toast-store';
import { LiveUpdates } from './live-updates';
import { NavFrame } from './nav-bar';
import { PageLoading } from './page-loading';

// The outbox delivery is a separate chunk, because no page needs it for its first rendering.
const OutboxDelivery = lazy(() =>
  import('../../features/assess/components/outbox-delivery').catch(() => ({ default: () => null })),
);

export const prefetch = (userId: string): Promise<void> =>
  queryClientAhead(userId).prefetchQuery(currentUserQuery(userId));

export default function MemberArea() {
  const quiet = useQuiet(false);
  return (
    <MemberProviders>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
      {quiet && (
        <Suspense>
          <OutboxDelivery />
        </Suspense>
      )}
    </MemberProviders>
  );
}

export const NavLayout = () => <NavFrame tokens={<TokenCounter />} notice={<AccountNotice />} />;

const BouncedEmail = lazy(() => import('./bounced-email'));

function AccountNotice() {
  const user = useCurrentUser().data;
  if (!user?.emailBouncedAt) return null;
  return (
    <Suspense>
      <BouncedEmail user={user} />
    </Suspense>
  );
}

export function SignedInFrame() {
  return (
    <MemberProviders>
      <NavLayout />
    </MemberProviders>
  );
}

const personNow = () => sessionStore.current().session?.userId;

/** Drops toasts, because the next person must neither see this person's messages nor run their pending actions. */
export function dropToastsAtSessionEnd(): () => void {
  let person = personNow();
  return sessionStore.subscribe(() => {
    const before = person;
    person = personNow();
    if (before !== undefined && person !== before) toastStore.drop();
  });
}

dropToastsAtSessionEnd();

/** Each account has its own cache, so the next person never sees its data. */
function MemberProviders({ children }: { children: ReactNode }) {
  const userId = useSession().session?.userId;
  return (
    <PersonCache key={userId} userId={userId}>
      {children}
    </PersonCache>
  );
}

function PersonCache({ userId, children }: { userId: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(() => takeQueryClient(userId));
  useEffect(() => {
    const root = document.getElementById('root');
    return root ? keepFocus(root) : undefined;
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      {children}
      <ToastRegion />
    </QueryClientProvider>
  );
}
