import { decisionTexts as texts } from '../../../lib/texts/decisions';
import { OwnStatement } from '../../../shared/safety/own-statement';
import styles from '../../../shared/safety/safety.module.css';
import { useStatements } from '../../../shared/safety/statements';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';

/** Every hold and decision about the person, newest first. */
export function OwnDecisions() {
  const statements = useStatements();
  if (statements.isLoadingError) return <LoadProblem text={texts.loadFailed} onRetry={() => statements.refetch()} />;
  if (!statements.data) return <Skeleton height={220} />;
  if (statements.data.length === 0) return <p className={styles.none}>{texts.none}</p>;
  return (
    <ul className={styles.statements}>
      {statements.data.map((statement) => (
        <li key={statement.statementId}>
          <OwnStatement statement={statement} level={3} />
        </li>
      ))}
    </ul>
  );
}
