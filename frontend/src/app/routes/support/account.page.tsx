import { supportAccountRoutes, supportLedgerRoutes } from '@candid/contracts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AccountActivity, ActivityLinks } from '../../../features/support/components/account-activity';
import { HoldsTable, TokenFigures } from '../../../features/support/components/account-tokens';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { MaskedEmail } from '../../../features/support/components/reason-dialog';
import {
  type AccountEntry,
  ExportCsv,
  StatementFilterBar,
  StatementTable,
} from '../../../features/support/components/statement';
import { type AccountDetails, AccountStatus, ReconciliationLink } from '../../../features/support/components/values';
import { filtersOf, isFiltered, type StatementFilters } from '../../../features/support/statement-filters';
import { call } from '../../../lib/api/call';
import { dayOf, signed, whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts, supportActivityTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import { useKeys } from '../../../shared/console/keys';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable, Moment, Pill } from '../../../shared/console/values';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Screen } from '../../shell/screen';
import { LinksOf } from './inboxes.page';
import { MissingPage } from './missing-page';

export function AccountPage({ id }: { id: string }) {
  const { data: details, error, refetch } = useReadOrNull(supportAccountRoutes.getAccount, { params: { userId: id } });
  const navigate = useNavigate();
  useKeys({ c: () => navigate(`/support/accounts/${id}/correct`) });
  if (details === null)
    return <MissingPage title={supportAccountTexts.accountMissing} text={supportAccountTexts.accountMissingText} />;
  return (
    <Screen title={supportTexts.account} width="wide">
      <ConsoleHeader
        title={supportTexts.account}
        backTo="/support"
        backLabel={supportAccountTexts.backToSearch}
        lead={
          details ? (
            <>
              {supportTexts.rolesSince(details.account.roles.map((role) => supportTexts.roleNames[role]).join(', '))}{' '}
              <Moment at={details.account.createdAt} />
            </>
          ) : (
            ' '
          )
        }
        action={
          <LinkButton size="s" to="correct" aria-keyshortcuts="c">
            {supportAccountTexts.correct}
          </LinkButton>
        }
      />
      {details && <AccountIdentity account={details.account} />}
      {error && !details && <Failure error={error} text={supportAccountTexts.accountFailed} retry={refetch} />}
      <TokenFigures account={details?.account} />
      {details && <WhyBalance id={id} details={details} />}
      {details && <HoldsTable holds={details.holds} />}
      <Statement id={id} />
      {details && <AccountActivity userId={id} />}
      {details && <LinksOf userId={id} />}
    </Screen>
  );
}

const useStatement = (userId: string, query: StatementFilters) =>
  usePages(supportLedgerRoutes.getAccountStatement, { params: { userId }, query }, ({ entries }) => entries);

function Statement({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const filtered = isFiltered(filters);
  const pages = useStatement(id, filters);

  const change = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(changes)) value ? before.set(name, value) : before.delete(name);
        return before;
      },
      { replace: true },
    );

  return (
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
          <EmptyState
            headingLevel={3}
            title={filtered ? supportAccountTexts.noEntriesFiltered : supportAccountTexts.noEntries}
            text={filtered ? supportAccountTexts.noEntriesFilteredText : supportAccountTexts.noEntriesText}
            action={
              filtered ? (
                <Button onClick={() => change({ code: '', from: '', to: '' })}>
                  {supportAccountTexts.clearFilters}
                </Button>
              ) : (
                <LinkButton to="correct">{supportAccountTexts.correct}</LinkButton>
              )
            }
          />
        }
      />
    </Section>
  );
}

function AccountIdentity({ account }: { account: AccountDetails['account'] }) {
  const { userId, email, emailBouncedAt } = account;
  const reveal = (reason: string, idempotencyKey: string) =>
    call(supportAccountRoutes.revealAccount, { params: { userId }, body: { reason }, idempotencyKey });
  return (
    <dl className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 border-b border-b-line bg-ground py-1 text-14 wide:sticky wide:top-[61px] wide:z-10">
      <dt className="sr-only">{supportTexts.email}</dt>
      <dd>
        <MaskedEmail email={email} reveal={reveal} />
      </dd>
      <dt className="sr-only">{supportTexts.userId}</dt>
      <dd>
        <Copyable value={userId} what={supportTexts.userId} />
      </dd>
      <dt className="sr-only">{supportTexts.status}</dt>
      <dd className="flex flex-wrap gap-2">
        <AccountStatus account={account} />
        {emailBouncedAt && <Pill tone="bad">{supportAccountTexts.emailBounced(dayOf(new Date(emailBouncedAt)))}</Pill>}
      </dd>
      <dt className="sr-only">{supportActivityTexts.onThisPage}</dt>
      <dd className="min-h-target-dense">
        <ActivityLinks userId={userId} />
      </dd>
    </dl>
  );
}

const amountClass = 'text-right font-mono whitespace-nowrap tabular-nums';

/** Renders nothing for an account without entries. */
function WhyBalance({ id, details }: { id: string; details: AccountDetails }) {
  const { data, hasNextPage } = useStatement(id, {});
  if (!data || data.rows.length === 0) return null;
  return <BalanceReasons details={details} entries={data.rows} isWhole={!hasNextPage} />;
}

interface BalanceReasonsProps {
  details: AccountDetails;
  /** All kinds of entries of the account, newest first. */
  entries: readonly AccountEntry[];
  /** True if `entries` contains all entries. */
  isWhole: boolean;
}

function BalanceReasons({ details, entries, isWhole }: BalanceReasonsProps) {
  const { totals, escrows } = details;
  const { balance } = details.account;
  const reasons = isWhole ? balanceReasons(entries) : reasonsByCode(totals);
  const refunds = refundsMade(totals, entries);
  const sum = reasons.reduce((total, { amount }) => total + amount, 0);
  const open = escrows.reduce((total, { tokens }) => total + tokens, 0);
  return (
    <div className="grid grid-cols-1 gap-x-8 min-[1100px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Section title={supportAccountTexts.whyTitle(whole(balance))} text={supportAccountTexts.whyText}>
        <ul className="rounded-12 border border-line bg-surface text-14">
          {reasons.map(({ title, count, amount }) => (
            <li key={title} className="grid grid-cols-[minmax(0,1fr)_auto_6ch] gap-4 px-4 py-2">
              <span>{title}</span>
              <span className="text-ink-soft">{supportAccountTexts.times(count)}</span>
              <span className={amountClass}>{signed(amount)}</span>
            </li>
          ))}
          <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-t border-t-line-strong px-4 py-2 font-bold">
            <span>{supportAccountTexts.sum}</span>
            <span className={amountClass}>{whole(sum)}</span>
          </li>
        </ul>
        {sum !== balance && (
          <Notice tone="danger" action={<ReconciliationLink />}>
            {supportAccountTexts.whyFailed}
          </Notice>
        )}
      </Section>
      <Section title={supportAccountTexts.refundedTitle}>
        <p>
          {refunds
            ? supportAccountTexts.refunded(
                refunds.count,
                whole(refunds.amount),
                refunds.at && dayOf(new Date(refunds.at)),
              )
            : supportAccountTexts.notRefunded}
        </p>
        {open > 0 && <p>{supportAccountTexts.inEscrow(whole(open), escrows.length)}</p>}
      </Section>
    </div>
  );
}

interface BalanceReason {
  readonly title: string;
  readonly count: number;
  readonly amount: number;
}

/** Sums `entries` by reason, the oldest reason first. The sums add up to the balance. `entries`: newest first. */
export function balanceReasons(entries: readonly AccountEntry[]): BalanceReason[] {
  const reasons = new Map<string, BalanceReason>();
  const inOrder = entries.map((entry, index) => ({ entry, isFirst: index === entries.length - 1 })).reverse();
  for (const { entry, isFirst } of inOrder) {
    const { title } = entryWords(supportAccountTexts.entries, entry, isFirst);
    const { count, amount } = reasons.get(title) ?? { count: 0, amount: 0 };
    reasons.set(title, { title, count: count + 1, amount: amount + entry.amount });
  }
  return [...reasons.values()];
}

type Totals = AccountDetails['totals'];

/** Like `balanceReasons`, but by transfer code, for an account whose entries are not all loaded. */
export const reasonsByCode = (totals: Totals): BalanceReason[] =>
  totals.map(({ code, count, amount }) => ({ title: supportAccountTexts.codes[code], count, amount }));

/** Returns null if nothing was refunded. `at`: ISO 8601 time of the last refund; null if `entries` do not show it. */
export function refundsMade(totals: Totals, entries: readonly AccountEntry[]) {
  const total = totals.find(({ code }) => code === 'refund');
  if (!total || total.count === 0) return null;
  return { count: total.count, amount: total.amount, at: entries.find(({ code }) => code === 'refund')?.at ?? null };
}
