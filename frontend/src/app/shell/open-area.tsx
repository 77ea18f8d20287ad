import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useSession } from '../../lib/session/use-session';
import { CrashBoundary } from './crash-boundary';
import { contentClass, NavBar } from './nav-bar';
import { PageLoading } from './page-loading';

const SignedInFrame = lazy(() => import('./member-area').then(({ SignedInFrame: Frame }) => ({ default: Frame })));

export default function OpenArea() {
  const { session } = useSession();
  const page = (
    <CrashBoundary>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  );
  if (session) return <SignedInFrame>{page}</SignedInFrame>;
  return (
    <>
      <NavBar />
      <div className={contentClass}>{page}</div>
    </>
  );
}
