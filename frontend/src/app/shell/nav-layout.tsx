import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { TokenCounter } from '../../features/tokens/components/token-counter';
import { CrashBoundary } from './crash-boundary';
import { MemberProviders } from './member-providers';
import { NavBar } from './nav-bar';
import styles from './nav-bar.module.css';
import { PageLoading } from './page-loading';

export default function NavLayout() {
  return (
    <>
      <NavBar tokens={<TokenCounter />} />
      <div className={styles.content}>
        <CrashBoundary>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </div>
    </>
  );
}

/** Around a page that anybody may read, for whoever is signed in. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <MemberProviders>
      <NavBar tokens={<TokenCounter />} />
      <div className={styles.content}>{children}</div>
    </MemberProviders>
  );
}
