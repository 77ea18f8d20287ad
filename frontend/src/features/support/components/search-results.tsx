import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { type SupportAccount, useFoundAccounts } from '../api/accounts';
import { type FoundThing, useFoundThings } from '../api/search';
import { UserLink } from './account-link';
import { AccountStatus } from './account-status';
import { type Column, DataTable } from './data-table';
import { Failure } from './failure';
import { Moment } from './moment';
import { PagedTable } from './paged-table';
import styles from './paged-table.module.css';

const figure = { isFigure: true, isNarrow: true };

const accountColumns: readonly Column<SupportAccount>[] = [
  {
    name: supportTexts.email,
    cell: ({ userId, email }) => <Link to={`/support/accounts/${userId}`}>{email}</Link>,
  },
  { name: supportTexts.status, cell: (account) => <AccountStatus account={account} /> },
  { name: supportTexts.roles, cell: ({ roles }) => roles.map((role) => supportTexts.roleNames[role]).join(', ') },
  { name: supportTexts.since, cell: ({ createdAt }) => <Moment at={createdAt} />, isNarrow: true },
  { name: supportTexts.balance, cell: ({ balance }) => whole(balance), ...figure },
  { name: supportTexts.held, cell: ({ held }) => whole(held), ...figure },
  { name: supportTexts.available, cell: ({ balance, held }) => whole(balance - held), ...figure },
];

const thingColumns: readonly Column<FoundThing>[] = [
  { name: supportTexts.kind, cell: (thing) => <Thing thing={thing} /> },
  { name: supportTexts.what, cell: ({ title }) => title },
  { name: supportTexts.when, cell: ({ at }) => at && <Moment at={at} />, isNarrow: true },
  { name: supportTexts.account, cell: ({ userId }) => userId && <UserLink userId={userId} isShort /> },
];

/** Accounts by e-mail or id, and whatever else has this id in any service. */
export function SearchResults({ text }: { text: string }) {
  const accounts = useFoundAccounts(text);
  const things = useFoundThings(text);
  const found = things.data ?? [];
  return (
    <div className={styles.list}>
      {things.error && (
        <Failure error={things.error} text={supportTexts.searchFailed} retry={() => void things.refetch()} />
      )}
      {found.length > 0 && (
        <DataTable
          caption={supportTexts.thingsFound}
          columns={thingColumns}
          rows={found}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      <PagedTable
        pages={accounts}
        caption={supportTexts.found}
        columns={accountColumns}
        rowKey={({ userId }) => userId}
        failed={supportTexts.searchFailed}
        empty={things.data?.length === 0 && <EmptyState title={supportTexts.nobody} text={supportTexts.nobodyText} />}
      />
    </div>
  );
}

function Thing({ thing: { kind, id, userId } }: { thing: FoundThing }) {
  const words = supportTexts.kinds[kind];
  const to = pageOf(kind, id, userId);
  return to ? <Link to={to}>{words}</Link> : words;
}

/** What has no page of its own is on its owner's account. */
function pageOf(kind: FoundThing['kind'], id: string, userId: string | null): string | null {
  if (kind === 'transfer') return `/support/transfers/${id}`;
  if (kind === 'event' || kind === 'request') return `/support/requests/${encodeURIComponent(id)}`;
  return userId && `/support/accounts/${userId}`;
}
