import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type TrialBalance, useTrialBalance } from '../api/books';
import { AccountLink } from './account-link';
import { type Column, DataTable } from './data-table';
import { Failure } from './failure';
import styles from './paged-table.module.css';

type Row = TrialBalance['accounts'][number];

const figure = { isFigure: true, isNarrow: true };
const columns: readonly Column<Row>[] = [
  { name: supportTexts.accountColumn, cell: ({ account }) => <AccountLink account={account} /> },
  { name: supportTexts.debits, cell: ({ debits }) => whole(debits), ...figure },
  { name: supportTexts.credits, cell: ({ credits }) => whole(credits), ...figure },
  { name: supportTexts.balance, cell: ({ balance }) => minus(balance), ...figure },
];

const minus = (tokens: number): string => whole(tokens).replace('-', '−');

/** Of now, or as of the end of a day. */
export function TrialBalanceTable({ asOf }: { asOf: string }) {
  const { data, error, refetch } = useTrialBalance(asOf);
  if (!data && error) return <Failure error={error} text={supportTexts.trialFailed} retry={() => void refetch()} />;
  if (data?.accounts.length === 0) {
    return <EmptyState title={supportTexts.trialEmpty} text={supportTexts.trialEmptyText} />;
  }
  return (
    <div className={styles.list}>
      {data ? <Verdict sum={data.sum} /> : <Skeleton height={50} />}
      <DataTable
        caption={supportTexts.trialCaption}
        columns={columns}
        rows={data?.accounts}
        rowKey={({ account }) => account}
        sums={data && sumsOf(data)}
      />
    </div>
  );
}

function Verdict({ sum }: { sum: number }) {
  return (
    <Notice tone={sum === 0 ? 'success' : 'danger'}>
      {sum === 0 ? supportTexts.sumZero : supportTexts.sumOff(minus(sum))}
    </Notice>
  );
}

function sumsOf({ accounts, sum }: TrialBalance): string[] {
  const total = (side: 'debits' | 'credits') => whole(accounts.reduce((so, account) => so + account[side], 0));
  return [supportTexts.accountsCount(accounts.length), total('debits'), total('credits'), minus(sum)];
}
