import type { ReactNode } from 'react';
import { Link, Route, Routes, useParams } from 'react-router-dom';
import { SearchField } from '../../../features/support/components/search-field';
import { SideNav } from '../../../features/support/components/side-nav';
import { commonTexts } from '../../../lib/texts/common';
import { errorTexts } from '../../../lib/texts/errors';
import { supportTexts } from '../../../lib/texts/support';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Brand } from '../../../ui/brand/brand';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { CrashBoundary } from '../../shell/crash-boundary';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';
import { SkipLink } from '../../shell/skip-link';
import NotFoundPage from '../root/not-found.page';
import { AccountPage } from './account.page';
import { AuditLogPage } from './audit-log.page';
import styles from './console.module.css';
import { CorrectionPage } from './correction.page';
import { CorrectionsPage } from './corrections.page';
import { DeadLettersPage } from './dead-letters.page';
import { FeedbackInboxPage } from './feedback-inbox.page';
import { PasskeysPage } from './passkeys.page';
import { ReconciliationPage } from './reconciliation.page';
import { RequestPage } from './request.page';
import { SearchPage } from './search.page';
import { TransferPage } from './transfer.page';
import { TrialBalancePage } from './trial-balance.page';

/** All of the console, in one chunk. For anybody else there is nothing at this address; the server decides anyway. */
export default function ConsolePage() {
  const { data: user, isError, refetch } = useCurrentUser();
  if (user) return user.roles.includes('support') ? <Console /> : <NotFoundPage />;
  if (!isError) return <PageLoading heading={supportTexts.title} />;
  return (
    <Screen title={supportTexts.title}>
      <EmptyState
        headingLevel={1}
        title={commonTexts.crashed}
        text={errorTexts.loading}
        action={<Button onClick={() => refetch()}>{errorTexts.retry}</Button>}
      />
    </Screen>
  );
}

function Console() {
  return (
    <div className={styles.console}>
      <header className={styles.top}>
        <SkipLink />
        <Link to="/support" className={styles.brand} aria-label={supportTexts.home}>
          <Brand />
        </Link>
        <SearchField />
      </header>
      <div className={styles.side}>
        <SideNav />
      </div>
      <div className={styles.content}>
        <CrashBoundary>
          <Pages />
        </CrashBoundary>
      </div>
    </div>
  );
}

/** Somebody else's page is another page, not the same one with other values. */
function OfId({ of: Shown }: { of: (props: { id: string }) => ReactNode }) {
  const { id = '' } = useParams();
  return <Shown key={id} id={id} />;
}

function Pages() {
  return (
    <Routes>
      <Route index element={<SearchPage />} />
      <Route path="accounts/:id" element={<OfId key="account" of={AccountPage} />} />
      <Route path="accounts/:id/correct" element={<OfId key="correction" of={CorrectionPage} />} />
      <Route path="transfers/:id" element={<OfId key="transfer" of={TransferPage} />} />
      <Route path="requests/:id" element={<OfId key="request" of={RequestPage} />} />
      <Route path="trial-balance" element={<TrialBalancePage />} />
      <Route path="reconciliation" element={<ReconciliationPage />} />
      <Route path="corrections" element={<CorrectionsPage />} />
      <Route path="passkeys" element={<PasskeysPage />} />
      <Route path="feedback" element={<FeedbackInboxPage />} />
      <Route path="dead-letters" element={<DeadLettersPage />} />
      <Route path="audit-log" element={<AuditLogPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
