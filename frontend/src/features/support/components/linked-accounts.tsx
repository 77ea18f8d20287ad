import { linkedAccountsRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { usePages, useRead } from '../../../lib/query/use-read';
import { supportLinksTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Failure, linesClass, Section } from '../../../shared/console/section';
import { Moment } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PagedTable } from './paged-table';
import { UserLink } from './values';

type LinkedGroup = Answer<typeof linkedAccountsRoutes.listLinkedAccounts>['groups'][number];

export function LinkedAccounts() {
  return (
    <PagedTable
      pages={usePages(linkedAccountsRoutes.listLinkedAccounts, {}, ({ groups }) => groups)}
      caption={supportLinksTexts.caption}
      columns={linkColumns}
      rowKey={({ groupId }) => groupId}
      failed={supportLinksTexts.failed}
      empty={<EmptyState title={supportLinksTexts.none} text={supportLinksTexts.noneText} />}
    />
  );
}

/** Renders nothing for an account without linked accounts, which is the usual case. */
export function LinksOf({ userId }: { userId: string }) {
  const { data, error, refetch } = useRead(linkedAccountsRoutes.getLinkedAccounts, { params: { userId } });
  if (!data && error) return <Failure error={error} text={supportLinksTexts.failed} retry={() => void refetch()} />;
  if (!data || data.groups.length === 0) return null;
  return (
    <Section title={supportLinksTexts.title} text={supportLinksTexts.lead}>
      <DataTable
        caption={supportLinksTexts.ofAccount}
        columns={linkColumns}
        rows={data.groups}
        rowKey={({ groupId }) => groupId}
      />
    </Section>
  );
}

const linkColumns: readonly Column<LinkedGroup>[] = [
  { name: supportLinksTexts.title, cell: ({ kind }) => supportLinksTexts.kinds[kind] },
  { name: supportLinksTexts.why, cell: ({ reasons }) => <Reasons reasons={reasons} />, isProse: true },
  { name: supportLinksTexts.found, cell: ({ since }) => <Moment at={since} /> },
  { name: supportLinksTexts.accounts, cell: ({ userIds }) => <Members userIds={userIds} /> },
];

function Reasons({ reasons }: Pick<LinkedGroup, 'reasons'>) {
  return (
    <span className={linesClass}>
      {reasons.map(({ reason, submissions, share }) => (
        <span key={reason}>{supportLinksTexts.reasons[reason](submissions, share)}</span>
      ))}
    </span>
  );
}

function Members({ userIds }: Pick<LinkedGroup, 'userIds'>) {
  return (
    <span className={linesClass}>
      {userIds.map((userId) => (
        <UserLink key={userId} userId={userId} isShort />
      ))}
    </span>
  );
}
