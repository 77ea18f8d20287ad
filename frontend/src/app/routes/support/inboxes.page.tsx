import { identitySupportRoutes, linkedAccountsRoutes, supportDeadLettersRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PagedTable } from '../../../features/support/components/paged-table';
import { MaskedEmail, ReasonDialog } from '../../../features/support/components/reason-dialog';
import { FoundLink, RequestLink, UserLink } from '../../../features/support/components/values';
import { type Answer, call } from '../../../lib/api/call';
import { exactTimeText } from '../../../lib/language/exact-time';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { forget, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts, supportLinksTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { Failure, linesClass, Section } from '../../../shared/console/section';
import { isId, Moment, Pill } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';

type FeedbackEntry = Answer<typeof identitySupportRoutes.listFeedback>['entries'][number];

const feedbackColumns: readonly Column<FeedbackEntry>[] = [
  { name: supportDeskTexts.sender, cell: (entry) => <Sender {...entry} /> },
  { name: supportTexts.when, cell: ({ sentAt }) => <Moment at={sentAt} />, isNarrow: true },
  {
    name: supportDeskTexts.message,
    cell: ({ feedback }) => <span className="max-w-[70ch] whitespace-pre-line">{feedback}</span>,
    isProse: true,
  },
];

export function FeedbackInboxPage() {
  return (
    <HeadedScreen title={supportTexts.nav.feedback} lead={supportDeskTexts.feedbackLead}>
      <PagedTable
        pages={usePages(identitySupportRoutes.listFeedback, {}, ({ entries }) => entries)}
        caption={supportDeskTexts.feedbackCaption}
        columns={feedbackColumns}
        rowKey={({ feedbackId }) => feedbackId}
        failed={supportDeskTexts.feedbackFailed}
        empty={<EmptyState title={supportDeskTexts.noFeedback} text={supportDeskTexts.noFeedbackText} />}
      />
    </HeadedScreen>
  );
}

/** The email address is the only way to answer a sender without an account. */
function Sender({ feedbackId, userId, email }: FeedbackEntry) {
  if (!email && !userId) return supportDeskTexts.unknownSender;
  return (
    <span className={linesClass}>
      {email && (
        <MaskedEmail
          email={email}
          reveal={(reason, idempotencyKey) =>
            call(identitySupportRoutes.revealFeedback, { params: { feedbackId }, body: { reason }, idempotencyKey })
          }
        />
      )}
      {userId && <Link to={`/support/accounts/${userId}`}>{supportTexts.account}</Link>}
    </span>
  );
}

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

type AuditEntry = Answer<typeof identitySupportRoutes.listAuditLog>['entries'][number];

const auditColumns: readonly Column<AuditEntry>[] = [
  {
    name: supportDeskTexts.call,
    // `call` is an unverified statement of the caller; `message` is the subject that the service really received.
    cell: ({ call, message }) => (
      <span className={linesClass}>
        {call}
        {message && message !== call && <span className="text-ink-soft">{message}</span>}
      </span>
    ),
  },
  { name: supportTexts.when, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  {
    name: supportDeskTexts.who,
    cell: ({ userId }) => (userId === null ? supportDeskTexts.nobody : <UserLink userId={userId} isShort />),
  },
  {
    name: supportDeskTexts.about,
    cell: ({ targets }) =>
      targets.length > 0 && (
        <span className={linesClass}>
          {[...new Set(targets)].map((target) => (
            <span key={target}>{isId(target) ? <FoundLink id={target} isShort /> : target}</span>
          ))}
        </span>
      ),
  },
  {
    name: supportDeskTexts.why,
    cell: ({ reason, ticket }) => (
      <span className={linesClass}>
        {reason ?? <span className="text-ink-soft">{supportDeskTexts.noReason}</span>}
        {ticket && <span>{supportTexts.ticketOf(ticket)}</span>}
      </span>
    ),
  },
  { name: supportTexts.steps.request, cell: ({ requestId }) => <RequestLink id={requestId} isShort /> },
  {
    name: supportDeskTexts.outcome,
    cell: ({ at, outcome, times = 1, lastAt = at }) => (
      <span className={linesClass}>
        <span>
          <Outcome outcome={outcome} />
        </span>
        {times > 1 && <span>{supportDeskTexts.outcomeTimes(whole(times), exactTimeText(lastAt))}</span>}
      </span>
    ),
  },
];

export function AuditLogPage() {
  return (
    <HeadedScreen title={supportTexts.nav.auditLog} lead={supportDeskTexts.auditLead}>
      <PagedTable
        pages={usePages(identitySupportRoutes.listAuditLog, {}, ({ entries }) => entries)}
        caption={supportDeskTexts.auditCaption}
        columns={auditColumns}
        rowKey={({ entryId }) => entryId}
        failed={supportDeskTexts.auditFailed}
        empty={<EmptyState title={supportDeskTexts.noAudit} text={supportDeskTexts.noAuditText} />}
      />
    </HeadedScreen>
  );
}

function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  if (!outcome) return <Pill>{supportDeskTexts.outcomeUnknown}</Pill>;
  if (outcome.status < 400) return <Pill tone="good">{supportDeskTexts.outcomeDone}</Pill>;
  return <Pill tone="bad">{supportDeskTexts.outcomeRefused(outcome.status, outcome.code ?? '')}</Pill>;
}

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
  { name: supportTexts.nav.linkedAccounts, cell: ({ kind }) => supportLinksTexts.kinds[kind] },
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
