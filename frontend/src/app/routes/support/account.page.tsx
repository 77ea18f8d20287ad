import { supportAccountRoutes, supportLedgerRoutes } from '@candid/contracts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AccountIdentity } from '../../../features/support/components/account-identity';
import { HoldsTable, TokenFigures } from '../../../features/support/components/account-tokens';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { LinksOf } from '../../../features/support/components/linked-accounts';
import { ExportCsv, StatementFilterBar, StatementTable } from '../../../features/support/components/statement';
import type { AccountDetails } from '../../../features/support/components/values';
import { WhyBalance } from '../../../features/support/components/why-balance';
import { filtersOf, isFiltered, type StatementFilters } from '../../../features/support/statement-filters';
import { usePages, useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Failure, Section } from '../../../shared/console/section';
import { useKeys } from '../../../shared/console/use-keys';
import { Moment } from '../../../shared/console/values';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Screen } from '../../shell/screen';

/** Shows the person, their tokens and the reasons for them: enough to answer without another page. */
export function AccountPage({ id }: { id: string }) {
  const { data: details, error, refetch } = useReadOrNull(supportAccountRoutes.getAccount, { params: { userId: id } });
  const navigate = useNavigate();
  useKeys({ c: () => navigate(`/support/accounts/${id}/correct`) });
  if (details === null) return <NoAccount />;
  return (
    <Screen title={supportTexts.account} width="wide">
      <ConsoleHeader
        title={details?.account.email || supportTexts.account}
        backTo="/support"
        backLabel={supportAccountTexts.backToSearch}
        lead={details ? <Standing account={details.account} /> : ' '}
        action={
          <LinkButton size="s" to="correct" aria-keyshortcuts="c">
            {supportAccountTexts.correct}
          </LinkButton>
        }
      />
      {details && <AccountIdentity account={details.account} />}
      {error && !details && (
        <Failure error={error} text={supportAccountTexts.accountFailed} retry={() => void refetch()} />
      )}
      <TokenFigures account={details?.account} />
      {details && <HoldsTable holds={details.holds} />}
      <Statement id={id} details={details} />
      {details && <LinksOf userId={id} />}
    </Screen>
  );
}

const useStatement = (userId: string, filters: StatementFilters) =>
  usePages(supportLedgerRoutes.getAccountStatement, { params: { userId }, query: filters }, ({ entries }) => entries);

function Statement({ id, details }: { id: string; details: AccountDetails | undefined }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const filtered = isFiltered(filters);
  const pages = useStatement(id, filters);
  const all = useStatement(id, {});

  const change = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(changes)) value ? before.set(name, value) : before.delete(name);
        return before;
      },
      { replace: true },
    );

  return (
    <>
      {details && all.data && all.data.rows.length > 0 && (
        <WhyBalance details={details} entries={all.data.rows} isWhole={!all.hasNextPage} />
      )}
      <Section
        title={supportAccountTexts.statement}
        text={supportAccountTexts.statementText}
        actions={<ExportCsv userId={id} filters={filters} />}
      >
        <StatementFilterBar filters={filters} onChange={change} />
        <StatementTable
          pages={pages}
          isFiltered={filtered}
          empty={
            filtered ? (
              <EmptyState
                headingLevel={3}
                title={supportAccountTexts.noEntriesFiltered}
                text={supportAccountTexts.noEntriesFilteredText}
                action={
                  <Button onClick={() => change({ code: '', from: '', to: '' })}>
                    {supportAccountTexts.clearFilters}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                headingLevel={3}
                title={supportAccountTexts.noEntries}
                text={supportAccountTexts.noEntriesText}
                action={<LinkButton to="correct">{supportAccountTexts.correct}</LinkButton>}
              />
            )
          }
        />
      </Section>
    </>
  );
}

function Standing({ account: { roles, createdAt } }: { account: AccountDetails['account'] }) {
  return (
    <>
      {supportTexts.rolesSince(roles.map((role) => supportTexts.roleNames[role]).join(', '))} <Moment at={createdAt} />
    </>
  );
}

function NoAccount() {
  return (
    <Screen title={supportAccountTexts.accountMissing} width="wide">
      <EmptyState
        headingLevel={1}
        title={supportAccountTexts.accountMissing}
        text={supportAccountTexts.accountMissingText}
        action={<LinkButton to="/support">{supportAccountTexts.backToSearch}</LinkButton>}
      />
    </Screen>
  );
}
