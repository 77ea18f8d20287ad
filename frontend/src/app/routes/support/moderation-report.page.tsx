import { moderationRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FigureTable } from '../../../features/moderation/components/figure-table';
import { asTabs, figureGroups, lastMonth } from '../../../features/moderation/figures';
import { longDayOf } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { moderationReportTexts } from '../../../lib/texts/moderation-report';
import { DayField } from '../../../shared/console/day-field';
import { Failure } from '../../../shared/console/section';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import { barClass } from './moderation-classes';

const day = /^\d{4}-\d\d-\d\d$/;

/** Report figures for the period in the URL; defaults to the last full month. */
export function ReportFiguresPage() {
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

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asTabs(groups ?? []));
      toastStore.show({ text: moderationReportTexts.copied });
    } catch {
      toastStore.show({ text: moderationReportTexts.copyFailed, tone: 'danger' });
    }
  };

  return (
    <Screen title={moderationReportTexts.title} width="wide">
      <PageHeader title={moderationReportTexts.title} lead={moderationReportTexts.lead} />
      <div className={barClass}>
        <DayField label={moderationReportTexts.from} value={from} onChange={(next) => next && change({ from: next })} />
        <DayField label={moderationReportTexts.to} value={to} onChange={(next) => next && change({ to: next })} />
        <Button size="s" disabled={!groups} onClick={() => void copy()}>
          {moderationReportTexts.copyAll}
        </Button>
      </div>
      {from >= to && <Notice tone="danger">{moderationReportTexts.wrongSpan}</Notice>}
      {error && !data && <Failure error={error} text={moderationReportTexts.failed} retry={() => void refetch()} />}
      {groups && <FigureTable caption={moderationReportTexts.caption(utcDay(from), utcDay(to))} groups={groups} />}
      {from < to && !groups && !error && <Skeleton height={480} />}
    </Screen>
  );
}

/** Formats a date. Noon in local time keeps the calendar day the same in every time zone. */
const utcDay = (text: string): string => longDayOf(new Date(`${text}T12:00:00`));
