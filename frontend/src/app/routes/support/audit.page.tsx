import { identitySupportRoutes } from '@candid/contracts';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PagedTable } from '../../../features/support/components/paged-table';
import { FoundLink, RequestLink, UserLink } from '../../../features/support/components/values';
import type { Answer } from '../../../lib/api/call';
import { exactTimeText } from '../../../lib/language/exact-time';
import { inSentence, whole } from '../../../lib/language/language';
import { type Pages, usePages } from '../../../lib/query/use-pages';
import { supportTexts } from '../../../lib/texts/support';
import { supportAuditTexts } from '../../../lib/texts/support-audit';
import type { Column } from '../../../shared/console/data-table';
import { linesClass } from '../../../shared/console/section';
import { isId, Moment, Pill, shortName } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Select } from '../../../ui/select/select';
import { HeadedScreen } from '../../shell/headed-screen';

type AuditEntry = Answer<typeof identitySupportRoutes.listAuditLog>['entries'][number];

/** An entry, or the newest of several consecutive reads of lists by one person. `reads` is 0 for other entries. */
type AuditRow = AuditEntry & { reads: number; firstAt: string };

/** A read without a subject, which the console also makes by itself. */
const isListRead = ({ call, targets, reason, outcome }: AuditEntry): boolean =>
  outcome?.status === 200 && targets.length === 0 && reason === null && supportAuditTexts.listReads.has(call);

/** Folds consecutive reads of lists by one person into one row. */
export function foldedReads(entries: readonly AuditEntry[]): AuditRow[] {
  const rows: AuditRow[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    const reads = isListRead(entry) ? 1 : 0;
    if (last && last.reads > 0 && reads > 0 && last.userId === entry.userId) {
      last.reads += 1;
      last.firstAt = entry.at;
    } else rows.push({ ...entry, reads, firstAt: entry.at });
  }
  return rows;
}

const columns: readonly Column<AuditRow>[] = [
  {
    name: supportAuditTexts.call,
    // `call` is an unverified statement of the caller; `message` is the subject that the service really received.
    cell: ({ call, message, reads, outcome }) => (
      <span className={linesClass}>
        {reads > 1 ? supportAuditTexts.reads(reads) : callText(call, outcome)}
        {reads <= 1 && <span className="text-ink-soft">{message ?? call}</span>}
      </span>
    ),
  },
  {
    name: supportTexts.when,
    cell: ({ at, reads, firstAt }) => (
      <span className={linesClass}>
        <Moment at={at} />
        {reads > 1 && <span className="text-ink-soft">{supportAuditTexts.from(exactTimeText(firstAt))}</span>}
      </span>
    ),
    isNarrow: true,
  },
  { name: supportAuditTexts.who, cell: ({ userId, name }) => <Who userId={userId} name={name} /> },
  {
    name: supportAuditTexts.about,
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
    name: supportAuditTexts.why,
    cell: ({ reason, ticket }) =>
      (reason || ticket) && (
        <span className={linesClass}>
          {reason}
          {ticket && <span>{supportTexts.ticketOf(ticket)}</span>}
        </span>
      ),
  },
  {
    name: supportTexts.steps.request,
    cell: ({ requestId, reads }) => reads <= 1 && <RequestLink id={requestId} isShort />,
  },
  {
    name: supportAuditTexts.outcome,
    cell: ({ at, outcome, times = 1, lastAt = at }) => (
      <span className={linesClass}>
        <span className="@min-[641px]:whitespace-nowrap">
          <Outcome outcome={outcome} />
        </span>
        {times > 1 && <span>{supportAuditTexts.outcomeTimes(whole(times), exactTimeText(lastAt))}</span>}
      </span>
    ),
    isNarrow: true,
  },
];

/** Folded reads make few rows of many entries: pages load until there are enough rows, or too many entries. */
const rowsWanted = 20;
const entriesMax = 500;

export function AuditLogPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('by') ?? '';
  const by = isId(asked) ? asked : '';
  const input = by ? { query: { by } } : {};
  const pages = usePages(identitySupportRoutes.listAuditLog, input, ({ entries }) => entries);
  const entries = pages.data?.rows;
  const rows = entries && foldedReads(entries);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isShort = rows && rows.length < rowsWanted && entries.length < entriesMax;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <HeadedScreen title={supportTexts.nav.auditLog} lead={supportAuditTexts.lead}>
      <div className="mb-4 max-w-90">
        <Select
          label={supportAuditTexts.who}
          showLabel
          options={peopleIn(entries ?? [], by)}
          value={by}
          onChange={(next) => setSearch(next ? { by: next } : {}, { replace: true })}
        />
      </div>
      <PagedTable
        pages={{ ...pages, data: pages.data && { ...pages.data, rows } } as Pages<AuditRow>}
        caption={supportAuditTexts.caption}
        columns={columns}
        rowKey={({ entryId }) => entryId}
        failed={supportAuditTexts.failed}
        empty={<EmptyState title={supportAuditTexts.none} text={supportAuditTexts.noneText} />}
      />
    </HeadedScreen>
  );
}

function peopleIn(entries: readonly AuditEntry[], by: string) {
  const people = new Map(by ? [[by, shortName(by)]] : []);
  for (const { userId, name } of entries) {
    if (userId !== null && (name !== null || !people.has(userId))) people.set(userId, name ?? shortName(userId));
  }
  const options = [...people].map(([value, label]) => ({ value, label }));
  return [{ value: '', label: supportAuditTexts.everybody }, ...options];
}

function Who({ userId, name }: Pick<AuditEntry, 'userId' | 'name'>) {
  if (userId === null) return supportAuditTexts.nobody;
  if (name === null) return <UserLink userId={userId} isShort />;
  return (
    <Link to={`/support/accounts/${userId}`} className="@min-[641px]:wrap-normal">
      {name}
    </Link>
  );
}

/** The words of a call are in the past tense, which is wrong for a call that was refused or has failed. */
function callText(call: string, outcome: AuditEntry['outcome']): string {
  const done = supportAuditTexts.calls[call] ?? call;
  return outcome && outcome.status >= 400 ? supportAuditTexts.notDone(inSentence(done)) : done;
}

function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  if (!outcome) return <Pill>{supportAuditTexts.outcomeUnknown}</Pill>;
  if (outcome.status < 400) return <Pill tone="good">{supportAuditTexts.outcomeDone}</Pill>;
  return <Pill tone="bad">{supportAuditTexts.outcomeRefused(outcome.status, outcome.code ?? '')}</Pill>;
}
