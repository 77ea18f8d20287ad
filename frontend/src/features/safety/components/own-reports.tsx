import { reportsRoutes } from '@candid/contracts';
import { longDayOf } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { safetyTexts as texts } from '../../../lib/texts/safety';
import styles from '../../../shared/safety/safety.module.css';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';

/** The person's own reports with their outcomes. */
export function OwnReports() {
  const own = useRead(reportsRoutes.listOwnReports, {});
  if (own.isLoadingError) return <LoadProblem text={texts.listFailed} onRetry={() => own.refetch()} />;
  if (!own.data) return <Skeleton height={120} />;
  const { reports } = own.data;
  if (reports.length === 0) return <p className={styles.none}>{texts.ownReportsNone}</p>;
  return (
    <ul className={styles.list}>
      {reports.map(({ reportId, reason, reportedAt, outcome }) => (
        <li key={reportId} className={styles.row}>
          <span className={styles.words}>
            <span className={styles.label}>{texts.reasons[reason].label}</span>
            <time className={styles.hint} dateTime={reportedAt}>
              {texts.reportedOn(longDayOf(new Date(reportedAt)))}
            </time>
          </span>
          <span className={styles.state}>{texts.outcomes[outcome]}</span>
        </li>
      ))}
    </ul>
  );
}
