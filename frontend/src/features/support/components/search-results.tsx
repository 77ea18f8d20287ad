import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { LinkButton } from '../../../ui/button/link-button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { type SupportAccount, useFoundAccounts } from '../api/accounts';
import { useTransfer } from '../api/transfer';
import { isId } from '../hooks/is-id';
import { AccountStatus } from './account-status';
import type { Column } from './data-table';
import { Moment } from './moment';
import { PagedTable } from './paged-table';

const columns: readonly Column<SupportAccount>[] = [
  {
    name: supportTexts.email,
    cell: ({ userId, email }) => <Link to={`/support/accounts/${userId}`}>{email}</Link>,
  },
  { name: supportTexts.status, cell: (account) => <AccountStatus account={account} /> },
  { name: supportTexts.roles, cell: ({ roles }) => roles.map((role) => supportTexts.roleNames[role]).join(', ') },
  { name: supportTexts.since, cell: ({ createdAt }) => <Moment at={createdAt} />, isNarrow: true },
  { name: supportTexts.balance, cell: ({ balance }) => whole(balance), isFigure: true, isNarrow: true },
  { name: supportTexts.held, cell: ({ held }) => whole(held), isFigure: true, isNarrow: true },
  { name: supportTexts.available, cell: ({ balance, held }) => whole(balance - held), isFigure: true, isNarrow: true },
];

/** Accounts by e-mail or id, and the transfer that has this id. */
export function SearchResults({ text }: { text: string }) {
  const accounts = useFoundAccounts(text);
  const transfer = useTransfer(text, isId(text)).data;
  return (
    <>
      {transfer && (
        <Notice
          tone="success"
          action={
            <LinkButton size="s" to={`/support/transfers/${text}`}>
              {supportTexts.openTransfer}
            </LinkButton>
          }
        >
          {supportTexts.transferFound}
        </Notice>
      )}
      <PagedTable
        pages={accounts}
        caption={supportTexts.found}
        columns={columns}
        rowKey={({ userId }) => userId}
        failed={supportTexts.searchFailed}
        empty={!transfer && <EmptyState title={supportTexts.nobody} text={supportTexts.nobodyText} />}
      />
    </>
  );
}
