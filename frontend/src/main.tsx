import './ui/pages.css';
import { StrictMode, Suspense, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { AppRoutes, preloadPage } from './app/router';
import { CrashBoundary } from './app/shell/crash-boundary';
import { ConnectionNotice, UpdateNotice } from './app/shell/notice-bar';
import { PageLoading } from './app/shell/page-loading';
import { track } from './lib/analytics/track';
import { colourScheme } from './lib/colour-scheme/colour-scheme';
import { quiet } from './lib/idle/quiet';
import { keepInstallPrompt } from './lib/install/install-prompt';
import { toleratePageTranslation } from './lib/language/page-translation';
import { tryStorage } from './lib/storage/storage';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

colourScheme.restore();
keepInstallPrompt();
toleratePageTranslation();

const app = createRoot(root);
preloadPage(location.pathname).then(() => {
  // A transition renders in slices, so that a slow phone can respond to touches in between.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  quiet().then(startTheRest);
});

function startTheRest(): void {
  import('./lib/analytics/send').then(({ startSending }) => startSending()).catch(() => undefined);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  import('./app/install/register').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
}

function App() {
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
