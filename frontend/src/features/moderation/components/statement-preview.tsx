import { longDayOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import type { ShownCase } from '../api/case';
import type { Draft } from '../draft';
import styles from './decide-sheet.module.css';

interface StatementPreviewProps {
  draft: Draft;
  shown: Pick<ShownCase, 'kind' | 'subjectId' | 'screening'>;
  now: number;
}

const dayMs = 24 * 3_600_000;

/** The statement of reasons, as the person will read it. */
export function StatementPreview({ draft, shown, now }: StatementPreviewProps) {
  const { decision, rule, reasons, days } = draft;
  const until = decision === 'suspendAccount' && Number(days) >= 1 ? new Date(now + Number(days) * dayMs) : null;
  return (
    <section aria-label={texts.previewTitle} className={styles.preview}>
      <h3 className={styles.small}>{texts.previewTitle}</h3>
      {shown.subjectId === null ? (
        <p className={styles.letter}>{texts.previewNobody}</p>
      ) : (
        <div className={styles.letter}>
          <p className={styles.letterTitle}>
            {until ? texts.previewSuspended(longDayOf(until)) : titleOf(decision, shown.kind)}
          </p>
          {decision !== 'noViolation' && (
            <p className={styles.letterRule}>{texts.previewRule(moderationTexts.rules[rule])}</p>
          )}
          <p className={styles.letterReasons}>{reasons.trim() || texts.previewNone}</p>
          <p className={styles.letterFoot}>
            {shown.screening.length > 0 ? texts.previewScreening : texts.previewPerson}
          </p>
          {decision !== 'noViolation' && <p className={styles.letterFoot}>{texts.previewAppeal}</p>}
        </div>
      )}
    </section>
  );
}

const titleOf = (decision: Draft['decision'], kind: ShownCase['kind']): string =>
  decision === 'noViolation' && kind !== 'photo' ? texts.previewNothing : texts.decisions[decision].statement;
