import '../../../ui/console.css';
import { belongsToStaff, type Role } from '@candid/contracts';
import { type ReactNode, Suspense } from 'react';
import { Link, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom';
import { ConsoleKeys, SideNav } from '../../../features/support/components/console-nav';
import { SearchField, SearchResults } from '../../../features/support/components/search';
import { commonTexts, errorTexts } from '../../../lib/texts/common';
import { supportTexts } from '../../../lib/texts/support';
import { useCurrentUser } from '../../../lib/user/current-user';
import { isStaff } from '../../../lib/user/staff';
import { Brand } from '../../../ui/brand/brand';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { lazyPage, Page } from '../../lazy-page';
import { CrashBoundary } from '../../shell/crash-boundary';
import { HeadedScreen } from '../../shell/headed-screen';
import { PageLoading } from '../../shell/page-loading';
import { Screen, SkipLink } from '../../shell/screen';
import { SecondFactorPage, SetUpPage, useSecondFactor } from '../account/second-factor.page';
import { NotFoundPage } from '../root/root.page';
import { AccountPage } from './account.page';
import { AuditLogPage } from './audit.page';
import { ReconciliationPage, TrialBalancePage } from './books.page';
import { CorrectionPage, CorrectionsPage } from './corrections.page';
import { DeadLettersPage, LinkedAccountsPage } from './inboxes.page';
import { FeedbackInboxPage, MessagePage } from './messages.page';
import { PasskeyBatchPage, PasskeysPage } from './passkeys.page';
import { RequestPage, TransferPage } from './trace.page';

// The moderation desk is a separate chunk, because most support staff never open it.
const moderationDesk = lazyPage(() => import('./moderation.page'));

/** Staff console. Shows "not found" to everybody else; the server checks every request regardless. */
export default function ConsolePage() {
  const { data: user, isError, refetch } = useCurrentUser();
  if (user) return isStaff(user.roles) ? <ConsoleOfStaff /> : <NotFoundPage />;
  if (!isError) return <PageLoading heading={supportTexts.title} />;
  return <Unavailable retry={refetch} />;
}

function Unavailable({ retry }: { retry: () => unknown }) {
  return (
    <Screen title={supportTexts.title}>
      <EmptyState
        headingLevel={1}
        title={commonTexts.crashed}
        text={errorTexts.loading}
        action={<Button onClick={() => retry()}>{errorTexts.retry}</Button>}
      />
    </Screen>
  );
}

/** The server returns staff roles only to a session that has passed a second factor. */
function ConsoleOfStaff() {
  const { data, error, refetch } = useSecondFactor();
  if (data && data.staffRoles.length > 0) return <Console roles={data.staffRoles} />;
  if (data) return <SetUpPage />;
  if (!error) return <PageLoading heading={supportTexts.title} />;
  return <Unavailable retry={refetch} />;
}

function Console({ roles }: { roles: readonly Role[] }) {
  return (
    <div className="grid flex-1 grid-cols-1 grid-rows-[auto_auto_minmax(0,1fr)] pt-(--safe-top) wide:grid-cols-[208px_minmax(0,1fr)] wide:grid-rows-[auto_minmax(0,1fr)]">
      <header className="grid gap-3 px-4 py-3 wide:sticky wide:top-0 wide:z-20 wide:col-span-full wide:grid-cols-[184px_minmax(0,640px)_1fr] wide:items-center wide:border-b wide:border-b-line wide:bg-ground wide:px-6 wide:py-2">
        <SkipLink />
        <Link
          to="/support"
          className="inline-flex min-h-target items-center justify-self-start rounded-8 no-underline"
          aria-label={supportTexts.home}
        >
          <Brand />
        </Link>
        {belongsToStaff('support', roles) && <SearchField />}
        <ConsoleKeys roles={roles} />
      </header>
      <div className="min-w-0 border-b border-b-line wide:border-r wide:border-b-0 wide:border-r-line wide:pt-4 wide:[&>nav]:sticky wide:[&>nav]:top-[77px]">
        <SideNav roles={roles} />
      </div>
      <div className="flex min-w-0 flex-col">
        <CrashBoundary>
          <Pages roles={roles} />
        </CrashBoundary>
      </div>
    </div>
  );
}

/** Uses the id as the React key, so that the page has separate state for each id. */
function OfId({ of: Shown }: { of: (props: { id: string }) => ReactNode }) {
  const { id = '' } = useParams();
  return <Shown key={id} id={id} />;
}

function Pages({ roles }: { roles: readonly Role[] }) {
  const moderates = belongsToStaff('moderator', roles);
  const seesEvidence = belongsToStaff('evidence', roles);
  return (
    <Routes>
      {belongsToStaff('support', roles) ? (
        supportPages
      ) : (
        <Route index element={<Navigate to={moderates ? 'moderation' : 'moderation/evidence'} replace />} />
      )}
      {(moderates || seesEvidence) && (
        <Route
          path="moderation/*"
          element={
            <Suspense fallback={<PageLoading heading={supportTexts.nav.moderation} />}>
              <Page of={moderationDesk} />
            </Suspense>
          }
        />
      )}
      <Route path="second-factor" element={<SecondFactorPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

const supportPages = (
  <>
    <Route index element={<SearchPage />} />
    <Route path="accounts/:id" element={<OfId key="account" of={AccountPage} />} />
    <Route path="accounts/:id/correct" element={<OfId key="correction" of={CorrectionPage} />} />
    <Route path="transfers/:id" element={<OfId key="transfer" of={TransferPage} />} />
    <Route path="requests/:id" element={<OfId key="request" of={RequestPage} />} />
    <Route path="trial-balance" element={<TrialBalancePage />} />
    <Route path="reconciliation" element={<ReconciliationPage />} />
    <Route path="corrections" element={<CorrectionsPage />} />
    <Route path="passkeys" element={<PasskeysPage />} />
    <Route path="passkeys/:id" element={<OfId key="passkey-batch" of={PasskeyBatchPage} />} />
    <Route path="linked-accounts" element={<LinkedAccountsPage />} />
    <Route path="feedback" element={<FeedbackInboxPage />} />
    <Route path="feedback/:id" element={<OfId key="message" of={MessagePage} />} />
    <Route path="dead-letters" element={<DeadLettersPage />} />
    <Route path="audit-log" element={<AuditLogPage />} />
  </>
);

function SearchPage() {
  const [search] = useSearchParams();
  const text = (search.get('q') ?? '').trim().slice(0, 254);
  return (
    <HeadedScreen
      title={supportTexts.nav.search}
      lead={text === '' ? supportTexts.searchHint : supportTexts.foundLead(text)}
    >
      {text === '' ? (
        <EmptyState title={supportTexts.findTitle} text={supportTexts.findText} />
      ) : (
        <SearchResults key={text} text={text} />
      )}
    </HeadedScreen>
  );
}
