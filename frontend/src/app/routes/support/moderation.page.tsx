import { belongsToStaff, moderationRoutes } from '@candid/contracts';
import { type ReactNode, useId, useState } from 'react';
import { Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useQueue } from '../../../features/moderation/case';
import { Queue } from '../../../features/moderation/components/queue';
import { dueOf, useNow, waitingOf } from '../../../features/moderation/due';
import { asTabs, FigureTable, figureGroups, lastMonth } from '../../../features/moderation/figures';
import {
  caseKinds,
  caseReasons,
  filterOf,
  isNarrow,
  type QueueFilter,
  queueAddress,
  queueStatuses,
} from '../../../features/moderation/filter';
import { useRead } from '../../../lib/query/use-read';
import { moderationReportTexts, moderationTexts } from '../../../lib/texts/moderation';
import { useCurrentUser } from '../../../lib/user/current-user';
import { DayField, dayInWords } from '../../../shared/console/day-field';
import { Failure } from '../../../shared/console/section';
import { copyText, isId } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
import { Select } from '../../../ui/select/select';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { HeadedScreen } from '../../shell/headed-screen';
import { NotFoundPage } from '../root/root.page';
import { CasePage } from './moderation-case.page';
import { EvidencePage, FindEvidencePage } from './moderation-evidence.page';

const barClass = 'mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 [&_legend]:sr-only';

/** Moderation desk, loaded as a separate chunk. Each case has its own React key, so its photo starts blurred. */
export default function ModerationPage() {
  const roles = useCurrentUser().data?.roles ?? [];
  const seesEvidence = belongsToStaff('evidence', roles);
  return (
    <Routes>
      {belongsToStaff('moderator', roles) && (
        <>
          <Route index element={<QueuePage />} />
          <Route path="report" element={<ReportFiguresPage />} />
          <Route path=":caseId" element={<OfCase of={CasePage} />} />
        </>
      )}
      {seesEvidence && (
        <>
          <Route path="evidence" element={<FindEvidencePage />} />
          <Route path=":caseId/evidence" element={<OfCase of={EvidencePage} />} />
        </>
      )}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

function OfCase({ of: Shown }: { of: (props: { caseId: string }) => ReactNode }) {
  const { caseId = '' } = useParams();
  return <Shown key={caseId} caseId={caseId} />;
}

const labelled = <Value extends string>(values: readonly Value[], texts: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: texts[value] }));
const statuses = labelled(queueStatuses, moderationTexts.filters);
const reasons = [
  { value: '', label: moderationTexts.anyReason },
  ...labelled(caseReasons, moderationTexts.reasons),
] as const;
const kinds = [{ value: '', label: moderationTexts.anyKind }, ...labelled(caseKinds, moderationTexts.kinds)] as const;

function QueuePage() {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const queue = useQueue(filter);
  const navigate = useNavigate();
  const change = (changed: Partial<QueueFilter>) => navigate(queueAddress({ ...filter, ...changed }));
  return (
    <HeadedScreen title={moderationTexts.title} lead={<Counts queue={queue} filter={filter} />}>
      <div className={barClass}>
        <Segmented
          label={moderationTexts.filter}
          options={statuses}
          value={filter.status}
          onChange={(status) => change({ status })}
        />
        <Select
          label={moderationTexts.reasonFilter}
          options={reasons}
          value={filter.reason ?? ''}
          onChange={(reason) => change({ reason: reason || undefined })}
        />
        <Select
          label={moderationTexts.kindFilter}
          options={kinds}
          value={filter.kind ?? ''}
          onChange={(kind) => change({ kind: kind || undefined })}
        />
        <AccountField value={filter.subjectId ?? ''} onChange={(subjectId) => change({ subjectId })} />
      </div>
      <Queue queue={queue} filter={filter} />
    </HeadedScreen>
  );
}

interface AccountFieldProps {
  value: string;
  onChange: (accountId: string | undefined) => void;
}

/** Filters as soon as the field contains a whole id, or nothing. */
function AccountField({ value, onChange }: AccountFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState({ text: value, of: value });
  // The filter has changed elsewhere.
  if (typed.of !== value) setTyped({ text: value, of: value });
  const isWrong = typed.text.trim() !== '' && !isId(typed.text.trim());
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-14 text-ink-soft">
        {moderationTexts.accountFilter}
      </label>
      <input
        id={id}
        type="search"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed.text}
        onChange={({ target }) => {
          const text = target.value.trim();
          setTyped({ text: target.value, of: value });
          if (text === '' || isId(text)) onChange(text || undefined);
        }}
        className="min-h-target w-60 max-w-full rounded-pill border border-line-strong bg-surface px-4 text-16 text-ink aria-invalid:border-danger"
      />
      {isWrong && (
        <span id={`${id}-problem`} role="status" className="text-14 text-danger">
          {moderationTexts.accountProblem}
        </span>
      )}
    </div>
  );
}

interface CountsProps {
  queue: ReturnType<typeof useQueue>;
  filter: QueueFilter;
}

/** Counts the shown rows by their own clock; if rows are missing, the server's counts of the whole queue apply. */
function Counts({ queue: { data, error, hasNextPage }, filter }: CountsProps) {
  const now = useNow();
  if (!data?.first) return error ? null : moderationTexts.loadingLead;
  const isWhole = !hasNextPage && filter.status !== 'decided';
  const { waiting, overdue, nextDueAt } = isWhole ? waitingOf(data.rows, now) : { ...data.first, nextDueAt: undefined };
  const isPart = isWhole && isNarrow(filter);
  const count = isPart ? moderationTexts.matching(waiting, data.first.waiting) : moderationTexts.waitingCount(waiting);
  if (waiting === 0) return <span role="status">{isPart ? count : moderationTexts.noneWaits}</span>;
  return (
    <>
      <span role="status">
        {`${count}, `}
        <span className={overdue > 0 ? 'font-medium text-danger' : undefined}>
          {overdue > 0 ? moderationTexts.overdueCount(overdue) : moderationTexts.nothingLate}
        </span>
      </span>
      {overdue === 0 && nextDueAt && `, ${moderationTexts.nextDue(dueOf(nextDueAt, now).text)}`}
      {filter.status === 'waiting' && `. ${moderationTexts.order}`}
    </>
  );
}

const day = /^\d{4}-\d\d-\d\d$/;

function ReportFiguresPage() {
  const [search, setSearch] = useSearchParams();
  const [month] = useState(() => lastMonth(Date.now()));
  const asked = (name: 'from' | 'to') => {
    const text = search.get(name) ?? '';
    return day.test(text) ? text : month[name];
  };
  const [from, to] = [asked('from'), asked('to')];
  // The UTC days from `from` (inclusive) to `to` (exclusive).
  const span = { query: { from, to } };
  const { data, error, refetch } = useRead(moderationRoutes.transparencyReport, span, { enabled: from < to });
  const groups = data && figureGroups(data.report);
  const change = (changed: { from?: string; to?: string }) => setSearch({ from, to, ...changed }, { replace: true });

  const copy = () => copyText(asTabs(groups ?? []), moderationReportTexts.copied);

  return (
    <HeadedScreen title={moderationReportTexts.title} lead={moderationReportTexts.lead}>
      <div className={barClass}>
        <DayField label={moderationReportTexts.from} value={from} onChange={(next) => next && change({ from: next })} />
        <DayField label={moderationReportTexts.to} value={to} onChange={(next) => next && change({ to: next })} />
        <Button size="s" disabled={!groups} onClick={() => void copy()}>
          {moderationReportTexts.copyAll}
        </Button>
      </div>
      {from >= to && <Notice tone="danger">{moderationReportTexts.wrongSpan}</Notice>}
      {error && !data && <Failure error={error} text={moderationReportTexts.failed} retry={refetch} />}
      {groups && (
        <FigureTable caption={moderationReportTexts.caption(dayInWords(from), dayInWords(to))} groups={groups} />
      )}
      {from < to && !groups && !error && <Skeleton height={480} />}
    </HeadedScreen>
  );
}
