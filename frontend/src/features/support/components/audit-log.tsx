import { formatDateTime } from '../../../lib/format/format';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { type AuditEntry, useAuditLog } from '../api/inboxes';
import { isId } from '../hooks/is-id';
import { FoundLink, RequestLink, UserLink } from './account-link';
import type { Column } from './data-table';
import styles from './inboxes.module.css';
import { Moment } from './moment';
import { PagedTable } from './paged-table';
import { Pill } from './pill';

const columns: readonly Column<AuditEntry>[] = [
  { name: supportTexts.call, cell: ({ call }) => call },
  { name: supportTexts.when, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  { name: supportTexts.who, cell: ({ userId }) => <UserLink userId={userId} /> },
  { name: supportTexts.about, cell: ({ targets }) => (targets.length === 0 ? null : <Targets targets={targets} />) },
  { name: supportTexts.why, cell: (entry) => <Why entry={entry} /> },
  { name: supportTexts.steps.request, cell: ({ requestId }) => <RequestLink id={requestId} /> },
  { name: supportTexts.outcome, cell: (entry) => <Ending entry={entry} /> },
];

export function AuditLog() {
  return (
    <PagedTable
      pages={useAuditLog()}
      caption={supportTexts.auditCaption}
      columns={columns}
      rowKey={({ entryId }) => entryId}
      failed={supportTexts.auditFailed}
      empty={<EmptyState title={supportTexts.noAudit} text={supportTexts.noAuditText} />}
    />
  );
}

function Targets({ targets }: Pick<AuditEntry, 'targets'>) {
  return (
    <span className={styles.lines}>
      {[...new Set(targets)].map((target) => (
        <span key={target}>{isId(target) ? <FoundLink id={target} /> : target}</span>
      ))}
    </span>
  );
}

function Why({ entry: { reason, ticket } }: { entry: AuditEntry }) {
  return (
    <span className={styles.lines}>
      {reason ?? <span className={styles.none}>{supportTexts.noReason}</span>}
      {ticket && <span>{supportTexts.ticketOf(ticket)}</span>}
    </span>
  );
}

function Ending({ entry: { outcome, times, lastAt } }: { entry: AuditEntry }) {
  return (
    <span className={styles.lines}>
      <span>
        <Outcome outcome={outcome} />
      </span>
      {times > 1 && <span>{supportTexts.outcomeTimes(whole(times), formatDateTime(lastAt))}</span>}
    </span>
  );
}

function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  if (!outcome) return <Pill>{supportTexts.outcomeUnknown}</Pill>;
  if (outcome.status < 400) return <Pill tone="good">{supportTexts.outcomeDone}</Pill>;
  return <Pill tone="bad">{supportTexts.outcomeRefused(outcome.status, outcome.code ?? '')}</Pill>;
}
