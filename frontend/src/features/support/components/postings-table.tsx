import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import type { TransferTrace } from '../api/transfer';
import { AccountLink } from './account-link';
import { amountColumns } from './amount-columns';
import { type Column, DataTable } from './data-table';
import { Moment } from './moment';

type Posting = TransferTrace['entries'][number];

const columns: readonly Column<Posting>[] = [
  { name: supportTexts.accountColumn, cell: ({ account }) => <AccountLink account={account} /> },
  { name: supportTexts.booked, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  ...amountColumns,
];

export function PostingsTable({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) {
    return <EmptyState title={supportTexts.noPostings} text={supportTexts.noPostingsText} headingLevel={3} />;
  }
  return (
    <DataTable
      caption={supportTexts.postingsCaption}
      columns={columns}
      rows={postings}
      rowKey={({ account, at, amount }) => `${account} ${at} ${amount}`}
    />
  );
}
