import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { MemberProviders } from './member-providers';
import { PageLoading } from './page-loading';

// Not needed for the first picture of any page.
const OutboxDelivery = lazy(() =>
  import('../../features/assess/components/outbox-delivery').catch(() => ({ default: () => null })),
);

/** Everything that needs the signed-in person's data. */
export default function MemberArea() {
  return (
    <MemberProviders>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
      <Suspense>
        <OutboxDelivery />
      </Suspense>
    </MemberProviders>
  );
}
