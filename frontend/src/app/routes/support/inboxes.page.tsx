import { linkedAccountsRoutes, supportDeadLettersRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedTable } from '../../../features/support/components/paged-table';
import { ReasonDialog } from '../../../features/support/components/reason-dialog';
import { RequestLink, UserLink } from '../../../features/support/components/values';
import { type Answer, call } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { forget, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts, supportLinksTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { Failure, linesClass, Section } from '../../../shared/console/section';
import { Moment } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';

type DeadLetter = Answer<typeof supportDeadLettersRoutes.listDeadLetters>['letters'][number];

export function DeadLettersPage() {
  const letters = usePages(supportDeadLettersRoutes.listDeadLetters, {}, (page) => page.letters);
  const queryClient = useQueryClient();
  const [replaying, setReplaying] = useState<DeadLetter | null>(null);
  return (
    <HeadedScreen title={supportTexts.nav.deadLetters} lead={supportDeskTexts.deadLettersLead}>
      <PagedTable
        pages={letters}
        caption={supportDeskTexts.deadLettersCaption}
        columns={columnsFor(setReplaying)}
        rowKey={({ letterId }) => letterId}
        failed={supportDeskTexts.deadLettersFailed}
        empty={<EmptyState title={supportDeskTexts.noDeadLetters} text={supportDeskTexts.noDeadLettersText} />}
      />
      {replaying && (
        <ReasonDialog
          title={supportDeskTexts.replayQuestion}
          text={supportDeskTexts.replayText(replaying.handler)}
          confirm={supportDeskTexts.replay}
          doing={supportDeskTexts.replaying}
          failed={supportDeskTexts.replayFailed}
          perform={(reason, idempotencyKey) => {
            const replay = { params: { letterId: replaying.letterId }, body: { reason }, idempotencyKey };
            return call(supportDeadLettersRoutes.replayDeadLetter, replay);
          }}
          onDone={() => {
            void forget(queryClient, supportDeadLettersRoutes.listDeadLetters);
            toastStore.show({ text: supportDeskTexts.replayed });
            setReplaying(null);
          }}
          onCancel={() => setReplaying(null)}
        />
      )}
    </HeadedScreen>
  );
}

const columnsFor = (onReplay: (letter: DeadLetter) => void): readonly Column<DeadLetter>[] => [
  {
    name: supportDeskTexts.handler,
    cell: ({ handler, service, subject, eventId }) => (
      <span className={linesClass}>
        <span>
          {handler} {supportTexts.service(service)}
        </span>
        <span className="text-ink-soft">{subject}</span>
        {eventId && <RequestLink id={eventId} isShort />}
      </span>
    ),
  },
  { name: supportTexts.reason, cell: ({ reason }) => reason },
  figure(supportDeskTexts.attempts, ({ attempts }) => whole(attempts)),
  { name: supportTexts.when, cell: ({ failedAt }) => <Moment at={failedAt} />, isNarrow: true },
  {
    name: supportTexts.action,
    cell: (letter) => (
      <Button size="s" aria-label={supportDeskTexts.replayOf(letter.handler)} onClick={() => onReplay(letter)}>
        {supportDeskTexts.replay}
      </Button>
    ),
    isNarrow: true,
  },
];

type LinkedGroup = Answer<typeof linkedAccountsRoutes.listLinkedAccounts>['groups'][number];

export function LinkedAccountsPage() {
  return (
    <HeadedScreen title={supportTexts.nav.linkedAccounts} lead={supportLinksTexts.lead}>
      <PagedTable
        pages={usePages(linkedAccountsRoutes.listLinkedAccounts, {}, ({ groups }) => groups)}
        caption={supportLinksTexts.caption}
        columns={linkColumns}
        rowKey={({ groupId }) => groupId}
        failed={supportLinksTexts.failed}
        empty={<EmptyState title={supportLinksTexts.none} text={supportLinksTexts.noneText} />}
      />
    </HeadedScreen>
  );
}

/** Renders nothing for an account without linked accounts, which is the usual case. */
export function LinksOf({ userId }: { userId: string }) {
  const { data, error, refetch } = useRead(linkedAccountsRoutes.getLinkedAccounts, { params: { userId } });
  if (!data && error) return <Failure error={error} text={supportLinksTexts.failed} retry={refetch} />;
  if (!data || data.groups.length === 0) return null;
  return (
    <Section title={supportTexts.nav.linkedAccounts} text={supportLinksTexts.lead}>
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
  { name: supportLinksTexts.kind, cell: ({ kind }) => supportLinksTexts.kinds[kind] },
  {
    name: supportDeskTexts.why,
    cell: ({ reasons }) => (
      <span className={linesClass}>
        {reasons.map(({ reason, submissions, share }) => (
          <span key={reason}>{supportLinksTexts.reasons[reason](submissions, share)}</span>
        ))}
      </span>
    ),
    isProse: true,
  },
  { name: supportLinksTexts.found, cell: ({ since }) => <Moment at={since} /> },
  {
    name: supportLinksTexts.accounts,
    cell: ({ userIds }) => (
      <span className={linesClass}>
        {userIds.map((userId) => (
          <UserLink key={userId} userId={userId} isShort />
        ))}
      </span>
    ),
  },
];
