import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './router';
import { CrashBoundary } from './shell/crash-boundary';
import { PageLoading } from './shell/page-loading';

export function App() {
  return (
    <CrashBoundary>
      <BrowserRouter>
        <Suspense fallback={<PageLoading />}>
          <AppRoutes />
        </Suspense>
      </BrowserRouter>
    </CrashBoundary>
  );
}
