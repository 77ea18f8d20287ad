import { longDayOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { Section } from '../../../shared/console/section';
import { Facts, Moment } from '../../../shared/console/values';
import { classNames } from '../../../ui/dom/dom';
import type { CaseDecision, ShownCase } from '../case';
import { newestFirst, wordsOf } from '../case-state';
import styles from './decisions.module.css';
import entry from './entry.module.css';
import { Mark } from './marks';
import { PersonId } from './person-id';

interface DecisionsProps {
  decisions: readonly CaseDecision[];
  shown: DecisionCardProps['shown'];
}

export function Decisions({ decisions, shown }: DecisionsProps) {
  if (decisions.length === 0) return null;
  return (
    <Section title={moderationTexts.decisionsTitle}>
      <ol className={styles.list}>
        {[...decisions].sort(newestFirst).map((decision) => (
          <li key={decision.statementId}>
            <DecisionCard decision={decision} shown={shown} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface DecisionCardProps {
  decision: CaseDecision;
  shown: Pick<ShownCase, 'subjectId' | 'isUnderLegalHold'>;
}

export function DecisionCard({ decision, shown }: DecisionCardProps) {
  const { decidedBy, decidedAt, confirmedBy, until, undoneAt, appeal } = decision;
  const missing = shown.isUnderLegalHold ? moderationTexts.wordsSealed : moderationTexts.wordsRemoved;
  const awaits = decision.decision === 'closeAccount' && confirmedBy === null && undoneAt === null;
  return (
    <div className={classNames(styles.card, undoneAt && styles.undone)}>
      <div className={entry.head}>
        <span className={styles.label}>{wordsOf(decision.decision, shown).label}</span>
        {decision.rule && <Mark>{moderationTexts.rules[decision.rule]}</Mark>}
        {awaits && <Mark tone="accent">{moderationTexts.awaits}</Mark>}
        {undoneAt && <Mark>{moderationTexts.undoneMark}</Mark>}
      </div>
      <blockquote className={entry.words}>{decision.reasons ?? missing}</blockquote>
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
      <OwnWords title={moderationTexts.secondWords} words={decision.secondReasons} />
      <OwnWords title={moderationTexts.undoWords} words={decision.undoReasons} />
      {appeal && <Appeal appeal={appeal} missing={missing} />}
    </div>
  );
}

/** Reasons that go on record and that the person does not read. */
function OwnWords({ title, words }: { title: string; words: string | null }) {
  if (words === null) return null;
  return (
    <>
      <p className={styles.answer}>{title}</p>
      <blockquote className={entry.words}>{words}</blockquote>
    </>
  );
}

interface AppealProps {
  appeal: NonNullable<CaseDecision['appeal']>;
  /** Stands for words that are not shown. */
  missing: string;
}

function Appeal({ appeal, missing }: AppealProps) {
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
      <blockquote className={entry.words}>{appeal.text ?? missing}</blockquote>
      {outcome !== null && (
        <>
          <p className={styles.answer}>{moderationTexts.appealAnswer}</p>
          <blockquote className={entry.words}>{appeal.reasons ?? missing}</blockquote>
          <p className={styles.answer}>
            {appeal.decidedBy && <PersonId userId={appeal.decidedBy} what={moderationTexts.moderatorWord} />}
            {appeal.decidedAt && <Moment at={appeal.decidedAt} />}
          </p>
        </>
      )}
    </div>
  );
}
