import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useQuiet } from '../../lib/idle/quiet';
import { queryClientAhead } from '../../lib/query/query-client';
import { currentUserQuery } from '../../lib/user/current-user';
import { MemberProviders } from './member-providers';
import { PageLoading } from './page-loading';

// No page needs it for its first picture.
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
