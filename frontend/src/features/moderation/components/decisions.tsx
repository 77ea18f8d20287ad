import { longDayOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../../lib/texts/moderation-decisions';
import { Section } from '../../../shared/console/section';
import { Facts, Moment } from '../../../shared/console/values';
import { classNames } from '../../../ui/dom/dom';
import type { CaseDecision, ShownCase } from '../api/case';
import { newestFirst } from '../case-state';
import styles from './decisions.module.css';
import entry from './entry.module.css';
import { Mark } from './marks';
import { PersonId } from './person-id';

export function Decisions({ decisions }: Pick<ShownCase, 'decisions'>) {
  if (decisions.length === 0) return null;
  return (
    <Section title={moderationTexts.decisionsTitle}>
      <ol className={styles.list}>
        {[...decisions].sort(newestFirst).map((decision) => (
          <li key={decision.statementId}>
            <DecisionCard decision={decision} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function DecisionCard({ decision }: { decision: CaseDecision }) {
  const { decidedBy, decidedAt, confirmedBy, until, undoneAt, appeal } = decision;
  const awaits = decision.decision === 'closeAccount' && confirmedBy === null && undoneAt === null;
  return (
    <div className={classNames(styles.card, undoneAt && styles.undone)}>
      <div className={entry.head}>
        <span className={styles.label}>{moderationDecisionTexts.decisions[decision.decision].label}</span>
        {decision.rule && <Mark>{moderationTexts.rules[decision.rule]}</Mark>}
        {awaits && <Mark tone="accent">{moderationTexts.awaits}</Mark>}
        {undoneAt && <Mark>{moderationTexts.undoneMark}</Mark>}
      </div>
      <blockquote className={entry.words}>{decision.reasons ?? moderationTexts.wordsRemoved}</blockquote>
      <Facts
        facts={{
          [moderationTexts.decidedBy]: <PersonId userId={decidedBy} what={moderationTexts.moderatorWord} />,
          [moderationTexts.decidedAt]: <Moment at={decidedAt} />,
          [moderationTexts.confirmedBy]: confirmedBy && (
            <PersonId userId={confirmedBy} what={moderationTexts.moderatorWord} />
          ),
          [moderationTexts.until]: until && longDayOf(new Date(until)),
          [moderationTexts.undoneAt]: undoneAt && <Moment at={undoneAt} />,
        }}
      />
      {appeal && <Appeal appeal={appeal} />}
    </div>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<CaseDecision['appeal']> }) {
  const { outcome } = appeal;
  return (
    <div className={styles.appeal}>
      <div className={entry.head}>
        <span className={styles.label}>{moderationTexts.appealTitle}</span>
        <Mark tone={outcome === null ? 'accent' : 'plain'}>
          {outcome === null ? moderationTexts.appealWaits : moderationTexts.appealOutcomes[outcome]}
        </Mark>
        <span className={entry.when}>
          <Moment at={appeal.filedAt} />
        </span>
      </div>
      <blockquote className={entry.words}>{appeal.text ?? moderationTexts.wordsRemoved}</blockquote>
      {outcome !== null && (
        <>
          <p className={styles.answer}>{moderationTexts.appealAnswer}</p>
          <blockquote className={entry.words}>{appeal.reasons ?? moderationTexts.wordsRemoved}</blockquote>
          <p className={styles.answer}>
            {appeal.decidedBy && <PersonId userId={appeal.decidedBy} what={moderationTexts.moderatorWord} />}
            {appeal.decidedAt && <Moment at={appeal.decidedAt} />}
          </p>
        </>
      )}
    </div>
  );
}
