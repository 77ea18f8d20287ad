import { supportLedgerRoutes, supportRoutes } from '@candid/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { onDemand, ReconciliationBoard, ReconciliationRuns } from '../../../features/support/components/reconciliation';
import { AccountLink, ReconciliationLink } from '../../../features/support/components/values';
import { filtersOf } from '../../../features/support/statement-filters';
import type { Answer } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { DayField } from '../../../shared/console/day-field';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable, Facts } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { HeadedScreen } from '../../shell/headed-screen';

export function ReconciliationPage() {
  return (
    <HeadedScreen title={supportTexts.nav.reconciliation} lead={supportBooksTexts.reconciliationLead}>
      <div className="mb-8">
        <ReconciliationBoard />
      </div>
      <ChainVerification />
      <ReconciliationRuns />
    </HeadedScreen>
  );
}

export function TrialBalancePage() {
  const [search, setSearch] = useSearchParams();
  const asOf = filtersOf(search).to ?? '';
  const show = (day: string) => setSearch(day ? { to: day } : {}, { replace: true });
  return (
    <HeadedScreen title={supportTexts.nav.trialBalance} lead={supportBooksTexts.trialLead}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <DayField label={supportBooksTexts.asOf} value={asOf} onChange={show} />
        {asOf && (
          <Button size="s" variant="quiet" onClick={() => show('')}>
            {supportBooksTexts.today}
          </Button>
        )}
      </div>
      <TrialBalanceTable asOf={asOf} />
    </HeadedScreen>
  );
}

function ChainVerification() {
  const { data, error, isFetching, refetch } = useRead(supportLedgerRoutes.verifyLedger, {}, onDemand);
  const broken = data?.firstBroken;
  return (
    <Section
      title={supportBooksTexts.chainTitle}
      text={supportBooksTexts.chainLead}
      actions={
        <Button size="s" busy={isFetching} onClick={() => refetch()}>
          {isFetching ? supportBooksTexts.verifying : supportBooksTexts.verify}
        </Button>
      }
    >
      {error && !isFetching && <Failure error={error} text={supportBooksTexts.verifyFailed} retry={refetch} />}
      {data && !isFetching && (
        <>
          <Notice tone={data.ok ? 'success' : 'danger'}>
            {broken
              ? supportBooksTexts.chainBroken(whole(broken.number), broken.fault)
              : supportBooksTexts.chainWhole(whole(data.checked))}
          </Notice>
          <Facts
            facts={{
              [supportBooksTexts.chainHead]: <Copyable value={data.head} what={supportBooksTexts.head} />,
              [supportTexts.steps.event]: broken && <Copyable value={broken.eventId} what={supportTexts.eventId} />,
            }}
          />
        </>
      )}
    </Section>
  );
}

type TrialBalance = Answer<typeof supportRoutes.trialBalance>;

type Row = TrialBalance['accounts'][number];

const columns: readonly Column<Row>[] = [
  { name: supportTexts.account, cell: ({ account }) => <AccountLink account={account} /> },
  figure(supportBooksTexts.debits, ({ debits }) => whole(debits)),
  figure(supportBooksTexts.credits, ({ credits }) => whole(credits)),
  figure(supportTexts.balance, ({ balance }) => minus(balance)),
];

const minus = (tokens: number): string => whole(tokens).replace('-', '−');

/** Shows the balances at the end of the day `asOf` (UTC), or the current balances if `asOf` is empty. */
function TrialBalanceTable({ asOf }: { asOf: string }) {
  const { data, error, refetch } = useRead(
    supportRoutes.trialBalance,
    { query: asOf ? { asOf } : {} },
    { placeholderData: keepPreviousData },
  );
  if (!data && error) return <Failure error={error} text={supportBooksTexts.trialFailed} retry={refetch} />;
  if (data?.accounts.length === 0) {
    return <EmptyState title={supportBooksTexts.trialEmpty} text={supportBooksTexts.trialEmptyText} />;
  }
  const { shown, empty = [] } = data ? splitAccounts(data.accounts) : {};
  return (
    <div className="grid gap-3">
      {data ? (
        <Notice tone={data.sum === 0 ? 'success' : 'danger'} action={data.sum !== 0 && <ReconciliationLink />}>
          {data.sum === 0 ? supportBooksTexts.sumZero : supportBooksTexts.sumOff(minus(data.sum))}
        </Notice>
      ) : (
        <Skeleton height={50} />
      )}
      <DataTable
        caption={supportBooksTexts.trialCaption}
        columns={columns}
        rows={shown}
        rowKey={({ account }) => account}
        sums={data && sumsOf(data)}
      />
      {empty.length > 0 && (
        <Disclosure title={supportBooksTexts.emptyEscrows(empty.length)}>
          <DataTable
            caption={supportBooksTexts.emptyEscrowsCaption}
            columns={columns}
            rows={empty}
            rowKey={({ account }) => account}
          />
        </Disclosure>
      )}
    </div>
  );
}

/** Puts the platform's accounts first. Separates empty escrows, which are many because most assessments have ended. */
export function splitAccounts(accounts: readonly Row[]): { shown: Row[]; empty: Row[] } {
  const groups = Object.groupBy(accounts, ({ account, balance }) => {
    if (account.startsWith('platform:')) return 'platform';
    return account.startsWith('escrow:') && balance === 0 ? 'empty' : 'other';
  });
  const { platform = [], other = [], empty = [] } = groups;
  return { shown: [...platform, ...other], empty };
}

function sumsOf({ accounts, sum }: TrialBalance): string[] {
  const total = (side: 'debits' | 'credits') => whole(accounts.reduce((so, account) => so + account[side], 0));
  return [supportBooksTexts.accountsCount(accounts.length), total('debits'), total('credits'), minus(sum)];
}
