import type { ReactElement } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  useLocation,
  useRoutes,
} from 'react-router-dom';
import { sessionStore } from '../lib/session/session-store';
import { useSession } from '../lib/session/use-session';
import { type LazyPage, lazyPage, Page, type PageLoader, PreloadContext } from './lazy-page';
import { LandingPage } from './routes/auth/landing.page';

/** Each page is a separate chunk; only the first screen of a new visitor is part of the app's own chunk. */
const page = <Name extends string = 'default'>(load: PageLoader<Name>, name?: Name) => (
  <Page of={lazyPage(load, name)} />
);

const logInPage = lazyPage(() => import('./routes/auth/log-in.page'));

const routes = createRoutesFromElements(
  <>
    <Route path="/landing" element={<LandingPage />} />
    <Route path="/signup" element={page(() => import('./routes/auth/sign-up.page'))} />
    <Route path="/login" element={<Page of={logInPage} />} />
    <Route path="/reset-password" element={page(() => import('./routes/auth/reset-password.page'))} />
    <Route
      path="/confirm-notice"
      element={page(() => import('./routes/mail-links/mail-links.page'), 'ConfirmNoticePage')}
    />
    <Route path="/unsubscribe" element={page(() => import('./routes/mail-links/mail-links.page'), 'UnsubscribePage')} />
    <Route element={page(() => import('./shell/open-area'))}>
      <Route path="/privacy-policy" element={page(() => import('./routes/legal/legal.page'), 'PrivacyPage')} />
      <Route path="/terms-of-service" element={page(() => import('./routes/legal/legal.page'), 'TermsPage')} />
      <Route path="/guidelines" element={page(() => import('./routes/legal/legal.page'), 'GuidelinesPage')} />
      <Route path="/appeal" element={page(() => import('./routes/safety/appeal.page'))} />
      <Route path="/feedback" element={page(() => import('./routes/account/feedback.page'))} />
      <Route path="*" element={page(() => import('./routes/root/root.page'), 'NotFoundPage')} />
    </Route>
    <Route element={<SessionGuard />}>
      <Route element={page(() => import('./shell/member-area'))}>
        <Route path="/" element={page(() => import('./routes/root/root.page'), 'RootPage')} />
        <Route element={page(() => import('./shell/member-area'), 'NavLayout')}>
          <Route path="/profile" element={page(() => import('./routes/dashboard/profile.page'))} />
          <Route path="/approve" element={page(() => import('./routes/assess/approve.page'))} />
          <Route path="/feed" element={page(() => import('./routes/assess/feed.page'))} />
          <Route path="/test" element={page(() => import('./routes/demo/selection.page'))} />
          <Route path="/test/:testId" element={page(() => import('./routes/results/results.page'))} />
          <Route path="/compare" element={page(() => import('./routes/compare/compare.page'))} />
          <Route path="/pay" element={page(() => import('./routes/tokens/pay.page'))} />
          <Route path="/account" element={page(() => import('./routes/account/account.page'))} />
          <Route path="/account/statement" element={page(() => import('./routes/account/statement.page'))} />
          <Route path="/account/preferences" element={page(() => import('./routes/account/preferences.page'))} />
          <Route path="/account/decisions" element={page(() => import('./routes/account/decisions.page'))} />
          <Route path="/account/security" element={page(() => import('./routes/account/security.page'))} />
          <Route path="/account/second-factor" element={page(() => import('./routes/account/second-factor.page'))} />
          <Route path="/account/your-data" element={page(() => import('./routes/account/your-data.page'))} />
        </Route>
        <Route path="/support/*" element={page(() => import('./routes/support/console.page'))} />
        <Route path="/navbar" element={page(() => import('./routes/demo/navigation.page'))} />
        <Route path="/approve/trial" element={page(() => import('./routes/assess/trial.page'))} />
        <Route path="/carousel/:userId" element={page(() => import('./routes/assess/carousel.page'))} />
        <Route path="/testing/:userId" element={page(() => import('./routes/assess/testing.page'))} />
      </Route>
    </Route>
  </>,
);

export const AppRoutes = () => <PreloadContext value={preloadBehindForm}>{useRoutes(routes)}</PreloadContext>;

/** Returns the parts of the page at `path` or, without a session, of the page to which the guard redirects. */
function pagePartsAt(path: string, signedIn: boolean): readonly LazyPage[] {
  const elements = (matchRoutes(routes, path) ?? []).map(({ route }) => route.element as ReactElement);
  if (!signedIn && elements.some(({ type }) => type === SessionGuard)) return path === '/' ? [] : [logInPage];
  return elements.filter(({ type }) => type === Page).map(({ props }) => (props as { of: LazyPage }).of);
}

/** Redirects to the log-in if there is no session. The start and a deleted account lead to the landing page. */
export function SessionGuard() {
  const { session, ended } = useSession();
  const { pathname, search } = useLocation();
  if (session) return <Outlet />;
  if (ended === 'deleted' || (pathname === '/' && ended === null)) return <Navigate to="/landing" replace />;
  const from = pathname === '/' || ended === 'logged-out' ? undefined : `${pathname}${search}`;
  return <Navigate to="/login" replace state={{ from }} />;
}

/** Time in milliseconds after which a fallback is better than an empty screen. */
const behindNothingMs = 400;
/** Time in milliseconds after which a fallback is better than a form that stays busy. */
const behindFormMs = 10_000;

const preloadBehindForm = (path: string) => preloadPage(path, behindFormMs);

/** Requests all chunks of a page together. Resolves when they have loaded or failed, or after `longestWaitMs`. */
export async function preloadPage(path: string, longestWaitMs = behindNothingMs): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const userId = sessionStore.current().session?.userId;
  const parts = pagePartsAt(path, userId !== undefined).map((part) => part.load(userId));
  // When the page renders, it requests a missing part again and handles its failure.
  await Promise.race([Promise.allSettled(parts), tooLong]);
}
