import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LandingPage } from './routes/auth/landing.page';
import { SessionGuard } from './shell/session-guard';

// Each page is a chunk of its own; only what a first-time visitor sees comes with the app.
const SignUpPage = lazy(() => import('./routes/auth/sign-up.page'));
const LogInPage = lazy(() => import('./routes/auth/log-in.page'));
const ResetPasswordPage = lazy(() => import('./routes/auth/reset-password.page'));
const RootPage = lazy(() => import('./routes/root/root.page'));
const NotFoundPage = lazy(() => import('./routes/root/not-found.page'));
const OpenArea = lazy(() => import('./shell/open-area'));
const MemberArea = lazy(() => import('./shell/member-area'));
const NavLayout = lazy(() => import('./shell/nav-layout'));
const ApprovePage = lazy(() => import('./routes/assess/approve.page'));
const FeedPage = lazy(() => import('./routes/assess/feed.page'));
const CarouselPage = lazy(() => import('./routes/assess/carousel.page'));
const TestingPage = lazy(() => import('./routes/assess/testing.page'));
const ProfilePage = lazy(() => import('./routes/dashboard/profile.page'));
const ResultsPage = lazy(() => import('./routes/results/results.page'));
const ComparePage = lazy(() => import('./routes/compare/compare.page'));
const PayPage = lazy(() => import('./routes/tokens/pay.page'));
const AccountPage = lazy(() => import('./routes/account/account.page'));
const FeedbackPage = lazy(() => import('./routes/account/feedback.page'));
const PrivacyPage = lazy(() => import('./routes/legal/privacy.page'));
const TermsPage = lazy(() => import('./routes/legal/terms.page'));

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/landing" element={<LandingPage />} />
      <Route path="/signup" element={<SignUpPage />} />
      <Route path="/login" element={<LogInPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route element={<OpenArea />}>
        <Route path="/privacy-policy" element={<PrivacyPage />} />
        <Route path="/terms-of-service" element={<TermsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<SessionGuard />}>
        <Route element={<MemberArea />}>
          <Route path="/" element={<RootPage />} />
          <Route element={<NavLayout />}>
            <Route path="/profile" element={<ProfilePage />} />
            <Route path="/approve" element={<ApprovePage />} />
            <Route path="/feed" element={<FeedPage />} />
            <Route path="/test/:testId" element={<ResultsPage />} />
            <Route path="/compare" element={<ComparePage />} />
            <Route path="/pay" element={<PayPage />} />
            <Route path="/account" element={<AccountPage />} />
            <Route path="/feedback" element={<FeedbackPage />} />
          </Route>
          <Route path="/carousel/:userId" element={<CarouselPage />} />
          <Route path="/testing/:userId" element={<TestingPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
