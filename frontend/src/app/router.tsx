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
import { type LazyPage, lazyPage, Page } from './lazy-page';
import { LandingPage } from './routes/auth/landing.page';

// Each page is a separate chunk; only the first screen of a new visitor is part of the app's own.
const signUpPage = lazyPage(() => import('./routes/auth/sign-up.page'));
const logInPage = lazyPage(() => import('./routes/auth/log-in.page'));
const resetPasswordPage = lazyPage(() => import('./routes/auth/reset-password.page'));
const confirmNoticePage = lazyPage(() => import('./routes/mail-links/mail-links.page'), 'ConfirmNoticePage');
const unsubscribePage = lazyPage(() => import('./routes/mail-links/mail-links.page'), 'UnsubscribePage');
const rootPage = lazyPage(() => import('./routes/root/root.page'), 'RootPage');
const notFoundPage = lazyPage(() => import('./routes/root/root.page'), 'NotFoundPage');
const openArea = lazyPage(() => import('./shell/open-area'));
const memberArea = lazyPage(() => import('./shell/member-area'));
const navLayout = lazyPage(() => import('./shell/member-area'), 'NavLayout');
const approvePage = lazyPage(() => import('./routes/assess/approve.page'));
const feedPage = lazyPage(() => import('./routes/assess/feed.page'));
const carouselPage = lazyPage(() => import('./routes/assess/carousel.page'));
const testingPage = lazyPage(() => import('./routes/assess/testing.page'));
const profilePage = lazyPage(() => import('./routes/dashboard/profile.page'));
const resultsPage = lazyPage(() => import('./routes/results/results.page'));
const comparePage = lazyPage(() => import('./routes/compare/compare.page'));
const payPage = lazyPage(() => import('./routes/tokens/pay.page'));
const accountPage = lazyPage(() => import('./routes/account/account.page'));
const statementPage = lazyPage(() => import('./routes/account/statement.page'));
const preferencesPage = lazyPage(() => import('./routes/account/preferences.page'));
const securityPage = lazyPage(() => import('./routes/account/security.page'));
const yourDataPage = lazyPage(() => import('./routes/account/your-data.page'));
const selectionPage = lazyPage(() => import('./routes/demo/selection.page'));
const navigationPage = lazyPage(() => import('./routes/demo/navigation.page'));
const feedbackPage = lazyPage(() => import('./routes/account/feedback.page'));
const supportConsole = lazyPage(() => import('./routes/support/console.page'));
const privacyPage = lazyPage(() => import('./routes/legal/legal.page'), 'PrivacyPage');
const guidelinesPage = lazyPage(() => import('./routes/legal/legal.page'), 'GuidelinesPage');
const appealPage = lazyPage(() => import('./routes/safety/appeal.page'));
const decisionsPage = lazyPage(() => import('./routes/account/decisions.page'));
const termsPage = lazyPage(() => import('./routes/legal/legal.page'), 'TermsPage');

const routes = createRoutesFromElements(
  <>
    <Route path="/landing" element={<LandingPage />} />
    <Route path="/signup" element={<Page of={signUpPage} />} />
    <Route path="/login" element={<Page of={logInPage} />} />
    <Route path="/reset-password" element={<Page of={resetPasswordPage} />} />
    <Route path="/confirm-notice" element={<Page of={confirmNoticePage} />} />
    <Route path="/unsubscribe" element={<Page of={unsubscribePage} />} />
    <Route element={<Page of={openArea} />}>
      <Route path="/privacy-policy" element={<Page of={privacyPage} />} />
      <Route path="/terms-of-service" element={<Page of={termsPage} />} />
      <Route path="/guidelines" element={<Page of={guidelinesPage} />} />
      <Route path="/appeal" element={<Page of={appealPage} />} />
      <Route path="/feedback" element={<Page of={feedbackPage} />} />
      <Route path="*" element={<Page of={notFoundPage} />} />
    </Route>
    <Route element={<SessionGuard />}>
      <Route element={<Page of={memberArea} />}>
        <Route path="/" element={<Page of={rootPage} />} />
        <Route element={<Page of={navLayout} />}>
          <Route path="/profile" element={<Page of={profilePage} />} />
          <Route path="/approve" element={<Page of={approvePage} />} />
          <Route path="/feed" element={<Page of={feedPage} />} />
          <Route path="/test" element={<Page of={selectionPage} />} />
          <Route path="/test/:testId" element={<Page of={resultsPage} />} />
          <Route path="/compare" element={<Page of={comparePage} />} />
          <Route path="/pay" element={<Page of={payPage} />} />
          <Route path="/account" element={<Page of={accountPage} />} />
          <Route path="/account/statement" element={<Page of={statementPage} />} />
          <Route path="/account/preferences" element={<Page of={preferencesPage} />} />
          <Route path="/account/decisions" element={<Page of={decisionsPage} />} />
          <Route path="/account/security" element={<Page of={securityPage} />} />
          <Route path="/account/your-data" element={<Page of={yourDataPage} />} />
        </Route>
        <Route path="/support/*" element={<Page of={supportConsole} />} />
        <Route path="/navbar" element={<Page of={navigationPage} />} />
        <Route path="/carousel/:userId" element={<Page of={carouselPage} />} />
        <Route path="/testing/:userId" element={<Page of={testingPage} />} />
      </Route>
    </Route>
  </>,
);

export const AppRoutes = () => useRoutes(routes);

/** The parts of the page at `pathname`; without a session, those of the page that the visitor is redirected to. */
function pagePartsAt(pathname: string, signedIn: boolean): readonly LazyPage[] {
  const elements = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.element as ReactElement);
  if (!signedIn && elements.some(({ type }) => type === SessionGuard)) return [logInPage];
  return elements.filter(({ type }) => type === Page).map(({ props }) => (props as { of: LazyPage }).of);
}

/**
 * Without a session every page behind this guard redirects to the log-in, which returns here, or to the goodbye of a deleted
 * account.
 */
export function SessionGuard() {
  const { session, ended } = useSession();
  const { pathname, search } = useLocation();
  if (session) return <Outlet />;
  if (ended === 'deleted') return <Navigate to="/landing" replace />;
  const from = pathname === '/' || ended === 'logged-out' ? undefined : `${pathname}${search}`;
  return <Navigate to="/login" replace state={{ from }} />;
}

/** After this time a fallback is better than an empty screen. */
const longestWaitMs = 400;

/**
 * Requests all chunks of a page as soon as the address is known, not one after the other while they render. Resolves when the
 * page can render completely, or when the wait is too long.
 */
export async function preloadPage(path: string): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const userId = sessionStore.current().session?.userId;
  const parts = pagePartsAt(path, userId !== undefined).map((part) => part.load(userId));
  // The page that renders a missing part requests it again and handles its failure.
  await Promise.race([Promise.allSettled(parts), tooLong]);
}
