import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { MemberProviders } from './member-providers';
import { PageLoading } from './page-loading';

/** Everything that needs the signed-in person's data. */
export default function MemberArea() {
  return (
    <MemberProviders>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </MemberProviders>
  );
}
