import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import type { TransferTrace } from '../api/transfer';
import { AccountLink } from './account-link';
import { amountColumns } from './amount-columns';
import { type Column, DataTable } from './data-table';
import { Moment } from './moment';

type Posting = TransferTrace['entries'][number];

const columns: readonly Column<Posting>[] = [
  { name: supportTexts.account, cell: ({ account }) => <AccountLink account={account} /> },
  { name: supportAccountTexts.booked, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  ...amountColumns,
];

export function PostingsTable({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) {
    return (
      <EmptyState title={supportAccountTexts.noPostings} text={supportAccountTexts.noPostingsText} headingLevel={3} />
    );
  }
  return (
    <DataTable
      caption={supportAccountTexts.postingsCaption}
      columns={columns}
      rows={postings}
      rowKey={({ account, at, amount }) => `${account} ${at} ${amount}`}
    />
  );
}
