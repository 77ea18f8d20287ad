import { reportsRoutes } from '@candid/contracts';
import { longDayOf } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { safetyTexts as texts } from '../../../lib/texts/safety';
import { rowClass, wordsClass } from '../../../shared/safety/safety-classes';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';

/** The person's own reports with their outcomes. */
export function OwnReports() {
  const own = useRead(reportsRoutes.listOwnReports, {});
  if (own.isLoadingError) return <LoadProblem text={texts.listFailed} onRetry={() => own.refetch()} />;
  if (!own.data) return <Skeleton height={120} />;
  const { reports } = own.data;
  if (reports.length === 0) return <p className="text-ink-soft">{texts.ownReportsNone}</p>;
  return (
    <ul className="grid">
      {reports.map(({ reportId, reason, reportedAt, outcome }) => (
        <li key={reportId} className={rowClass}>
          <span className={wordsClass}>
            <span className="font-medium">{texts.reasons[reason].label}</span>
            <time className="text-14 text-ink-soft" dateTime={reportedAt}>
              {texts.reportedOn(longDayOf(new Date(reportedAt)))}
            </time>
          </span>
          <span className="flex-[1_1_100px] text-right text-14 text-ink-soft">{texts.outcomes[outcome]}</span>
        </li>
      ))}
    </ul>
  );
}
