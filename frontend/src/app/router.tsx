import { Route, Routes } from 'react-router-dom';
import { lazyPage } from './lazy-page';
import { LandingPage } from './routes/auth/landing.page';
import { SessionGuard } from './shell/session-guard';

// Each page is a chunk of its own; only what a first-time visitor sees comes with the app.
const SignUpPage = lazyPage(() => import('./routes/auth/sign-up.page'));
const LogInPage = lazyPage(() => import('./routes/auth/log-in.page'));
const ResetPasswordPage = lazyPage(() => import('./routes/auth/reset-password.page'));
const RootPage = lazyPage(() => import('./routes/root/root.page'));
const NotFoundPage = lazyPage(() => import('./routes/root/not-found.page'));
const OpenArea = lazyPage(() => import('./shell/open-area'));
const MemberArea = lazyPage(() => import('./shell/member-area'));
const NavLayout = lazyPage(() => import('./shell/nav-layout'));
const ApprovePage = lazyPage(() => import('./routes/assess/approve.page'));
const FeedPage = lazyPage(() => import('./routes/assess/feed.page'));
const CarouselPage = lazyPage(() => import('./routes/assess/carousel.page'));
const TestingPage = lazyPage(() => import('./routes/assess/testing.page'));
const ProfilePage = lazyPage(() => import('./routes/dashboard/profile.page'));
const ResultsPage = lazyPage(() => import('./routes/results/results.page'));
const ComparePage = lazyPage(() => import('./routes/compare/compare.page'));
const PayPage = lazyPage(() => import('./routes/tokens/pay.page'));
const AccountPage = lazyPage(() => import('./routes/account/account.page'));
const StatementPage = lazyPage(() => import('./routes/account/statement.page'));
const PreferencesPage = lazyPage(() => import('./routes/account/preferences.page'));
const YourDataPage = lazyPage(() => import('./routes/account/your-data.page'));
const SelectionPage = lazyPage(() => import('./routes/demo/selection.page'));
const NavigationPage = lazyPage(() => import('./routes/demo/navigation.page'));
const FeedbackPage = lazyPage(() => import('./routes/account/feedback.page'));
const PrivacyPage = lazyPage(() => import('./routes/legal/privacy.page'));
const TermsPage = lazyPage(() => import('./routes/legal/terms.page'));

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
            <Route path="/test" element={<SelectionPage />} />
            <Route path="/test/:testId" element={<ResultsPage />} />
            <Route path="/compare" element={<ComparePage />} />
            <Route path="/pay" element={<PayPage />} />
            <Route path="/account" element={<AccountPage />} />
            <Route path="/account/statement" element={<StatementPage />} />
            <Route path="/account/preferences" element={<PreferencesPage />} />
            <Route path="/account/your-data" element={<YourDataPage />} />
            <Route path="/feedback" element={<FeedbackPage />} />
          </Route>
          <Route path="/navbar" element={<NavigationPage />} />
          <Route path="/carousel/:userId" element={<CarouselPage />} />
          <Route path="/testing/:userId" element={<TestingPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
