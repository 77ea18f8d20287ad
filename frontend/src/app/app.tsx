import { Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { track } from '../lib/analytics/track';
import { tryStorage } from '../lib/storage/storage';
import { AppRoutes } from './router';
import { CrashBoundary } from './shell/crash-boundary';
import { ConnectionNotice, UpdateNotice } from './shell/notice-bar';
import { PageLoading } from './shell/page-loading';

export function App() {
  return (
    <BrowserRouter>
      <ConnectionNotice />
      <UpdateNotice />
      <PageViews />
      <CrashBoundary>
        <Suspense fallback={<PageLoading />}>
          <AppRoutes />
        </Suspense>
      </CrashBoundary>
    </BrowserRouter>
  );
}

const sessionKey = 'candid-counted';

/** Returns false if the browser denies storage, because otherwise each page would count as a new session. */
const isNewSession = () =>
  tryStorage(() => {
    if (sessionStorage.getItem(sessionKey)) return false;
    sessionStorage.setItem(sessionKey, 'true');
    return true;
  }) ?? false;

function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (isNewSession()) track('session', pathname);
    track('page_view', pathname);
  }, [pathname]);
  return null;
}
