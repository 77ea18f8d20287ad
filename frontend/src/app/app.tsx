import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './router';
import { ConnectionNotice } from './shell/connection-notice';
import { CrashBoundary } from './shell/crash-boundary';
import { PageLoading } from './shell/page-loading';
import { PageViews } from './shell/page-views';
import { UpdateNotice } from './shell/update-notice';

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
