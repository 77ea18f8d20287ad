import { belongsToStaff, moderationRoutes } from '@candid/contracts';
import { type ReactNode, useState } from 'react';
import { Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useQueue } from '../../../features/moderation/case';
import { ModerationKeys } from '../../../features/moderation/components/keys-sheet';
import { filterOf, Queue, queueAddress } from '../../../features/moderation/components/queue';
import { asTabs, FigureTable, figureGroups, lastMonth } from '../../../features/moderation/figures';
import { longDayOf } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { moderationReportTexts, moderationTexts } from '../../../lib/texts/moderation';
import { supportKeysTexts } from '../../../lib/texts/support-keys';
import { useCurrentUser } from '../../../lib/user/current-user';
import { DayField } from '../../../shared/console/day-field';
import { Failure } from '../../../shared/console/section';
import { copyText } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
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

const filters = (['waiting', 'decided'] as const).map((value) => ({ value, label: moderationTexts.filters[value] }));

function QueuePage() {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const queue = useQueue(filter);
  const navigate = useNavigate();
  const [areKeysShown, setAreKeysShown] = useState(false);
  return (
    <HeadedScreen title={moderationTexts.title} lead={<Counts queue={queue} />}>
      <div className={barClass}>
        <Segmented
          label={moderationTexts.filter}
          options={filters}
          value={filter}
          onChange={(next) => navigate(queueAddress(next))}
        />
        <p className="text-14 text-ink-soft [@media(hover:none)]:hidden">{moderationTexts.listKeys}</p>
        <Button size="s" variant="quiet" aria-keyshortcuts="?" onClick={() => setAreKeysShown(true)}>
          {supportKeysTexts.title}
        </Button>
      </div>
      <Queue queue={queue} filter={filter} onKeys={() => setAreKeysShown(true)} />
      <ModerationKeys open={areKeysShown} onClose={() => setAreKeysShown(false)} />
    </HeadedScreen>
  );
}

function Counts({ queue: { data, error } }: { queue: ReturnType<typeof useQueue> }) {
  if (!data?.first) return error ? null : moderationTexts.loadingLead;
  const { waiting, overdue } = data.first;
  if (waiting === 0) return <span role="status">{moderationTexts.noneWaits}</span>;
  return (
    <span role="status">
      {`${moderationTexts.waitingCount(waiting)}, `}
      <span className={overdue > 0 ? 'font-medium text-danger' : undefined}>
        {overdue > 0 ? moderationTexts.overdueCount(overdue) : moderationTexts.nothingLate}
      </span>
    </span>
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
      {groups && <FigureTable caption={moderationReportTexts.caption(utcDay(from), utcDay(to))} groups={groups} />}
      {from < to && !groups && !error && <Skeleton height={480} />}
    </HeadedScreen>
  );
}

/** Formats a date. Noon in local time avoids a shift to another calendar day. */
const utcDay = (text: string): string => longDayOf(new Date(`${text}T12:00:00`));
