import { identitySupportRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { exactTimeText } from '../../../lib/language/exact-time';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column } from '../../../shared/console/data-table';
import { linesClass } from '../../../shared/console/section';
import { isId, Moment, Pill } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PagedTable } from './paged-table';
import { FoundLink, RequestLink, UserLink } from './values';

type AuditEntry = Answer<typeof identitySupportRoutes.listAuditLog>['entries'][number];

const auditColumns: readonly Column<AuditEntry>[] = [
  { name: supportDeskTexts.call, cell: ({ call, message }) => <Called call={call} message={message} /> },
  { name: supportTexts.when, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  {
    name: supportDeskTexts.who,
    cell: ({ userId }) => (userId === null ? supportDeskTexts.nobody : <UserLink userId={userId} isShort />),
  },
  {
    name: supportDeskTexts.about,
    cell: ({ targets }) => (targets.length === 0 ? null : <Targets targets={targets} />),
  },
  { name: supportDeskTexts.why, cell: (entry) => <Why entry={entry} /> },
  { name: supportTexts.steps.request, cell: ({ requestId }) => <RequestLink id={requestId} isShort /> },
  { name: supportDeskTexts.outcome, cell: (entry) => <Ending entry={entry} /> },
];

export function AuditLog() {
  return (
    <PagedTable
      pages={usePages(identitySupportRoutes.listAuditLog, {}, ({ entries }) => entries)}
      caption={supportDeskTexts.auditCaption}
      columns={auditColumns}
      rowKey={({ entryId }) => entryId}
      failed={supportDeskTexts.auditFailed}
      empty={<EmptyState title={supportDeskTexts.noAudit} text={supportDeskTexts.noAuditText} />}
    />
  );
}

/** The caller states the call, so it is unverified; the message that the service received is certain. */
function Called({ call, message }: Pick<AuditEntry, 'call' | 'message'>) {
  return (
    <span className={linesClass}>
      {call}
      {message && message !== call && <span className="text-ink-soft">{message}</span>}
    </span>
  );
}

function Targets({ targets }: Pick<AuditEntry, 'targets'>) {
  return (
    <span className={linesClass}>
      {[...new Set(targets)].map((target) => (
        <span key={target}>{isId(target) ? <FoundLink id={target} isShort /> : target}</span>
      ))}
    </span>
  );
}

function Why({ entry: { reason, ticket } }: { entry: AuditEntry }) {
  return (
    <span className={linesClass}>
      {reason ?? <span className="text-ink-soft">{supportDeskTexts.noReason}</span>}
      {ticket && <span>{supportTexts.ticketOf(ticket)}</span>}
    </span>
  );
}

function Ending({ entry: { at, outcome, times = 1, lastAt = at } }: { entry: AuditEntry }) {
  return (
    <span className={linesClass}>
      <span>
        <Outcome outcome={outcome} />
      </span>
      {times > 1 && <span>{supportDeskTexts.outcomeTimes(whole(times), exactTimeText(lastAt))}</span>}
    </span>
  );
}

function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  if (!outcome) return <Pill>{supportDeskTexts.outcomeUnknown}</Pill>;
  if (outcome.status < 400) return <Pill tone="good">{supportDeskTexts.outcomeDone}</Pill>;
  return <Pill tone="bad">{supportDeskTexts.outcomeRefused(outcome.status, outcome.code ?? '')}</Pill>;
}
