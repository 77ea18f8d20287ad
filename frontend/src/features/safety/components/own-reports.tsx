import { longDayOf } from '../../../lib/language/language';
import { safetyTexts as texts } from '../../../lib/texts/safety';
import styles from '../../../shared/safety/safety.module.css';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { useOwnReports } from '../api/own-reports';

/** The person's own reports with their outcomes. */
export function OwnReports() {
  const reports = useOwnReports();
  if (reports.isLoadingError) return <LoadProblem text={texts.listFailed} onRetry={() => reports.refetch()} />;
  if (!reports.data) return <Skeleton height={120} />;
  if (reports.data.length === 0) return <p className={styles.none}>{texts.ownReportsNone}</p>;
  return (
    <ul className={styles.list}>
      {reports.data.map(({ reportId, reason, reportedAt, outcome }) => (
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
