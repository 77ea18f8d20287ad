import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { TokenCounter } from '../../features/tokens/components/token-counter';
import { CrashBoundary } from './crash-boundary';
import { MemberProviders } from './member-providers';
import { NavBar } from './nav-bar';
import { contentClass } from './nav-bar-classes';
import { PageLoading } from './page-loading';

export default function NavLayout() {
  return (
    <>
      <NavBar tokens={<TokenCounter />} />
      <div className={contentClass}>
        <CrashBoundary>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </div>
    </>
  );
}

/** Frame around a public page for a signed-in person. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <MemberProviders>
      <NavBar tokens={<TokenCounter />} />
      <div className={contentClass}>{children}</div>
    </MemberProviders>
  );
}
