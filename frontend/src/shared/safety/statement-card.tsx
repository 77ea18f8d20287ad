import type { Statement } from '@candid/contracts';
import { Ban, CircleCheck, Crop, Pause, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { longDayOf } from '../../lib/language/language';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { classNames } from '../../ui/dom/dom';
import styles from './statement.module.css';
import { type AppealState, appealStateOf, causeOf, effectOf, ruleOf, titleOf } from './statement-words';

interface StatementCardProps {
  statement: Statement;
  level?: 2 | 3;
  /** The current time in Unix milliseconds. */
  now: number;
  /** The photo concerned, beside the title. */
  photo?: ReactNode;
  /** Actions beside the link to the guidelines. */
  acts?: ReactNode;
  /** Content below the text, such as the form of an appeal. */
  children?: ReactNode;
}

/** Presents a hold or a decision: what happened, its reasons, its effects and the available actions. */
export function StatementCard({ statement, level = 2, now, photo, acts, children }: StatementCardProps) {
  const Heading = `h${level}` as const;
  const { decision, issuedAt, undoneAt } = statement;
  const isHold = decision === 'hold';
  const rule = ruleOf(statement);
  return (
    <section className={classNames(styles.statement, undoneAt !== null && styles.over)}>
      <div className={styles.top}>
        <span className={styles.mark} aria-hidden="true">
          {undoneAt === null ? marks[decision] : <Undo2 />}
        </span>
        <div className={styles.title}>
          <Heading className={styles.heading}>{titleOf(statement, now)}</Heading>
          <p className={styles.issued}>
            {isHold ? texts.heldWhen : texts.when} <time dateTime={issuedAt}>{longDayOf(new Date(issuedAt))}</time>
          </p>
        </div>
        {photo}
      </div>
      <p>{effectOf(statement, now)}</p>
      <Facts statement={statement} />
      {statement.usedScreening && undoneAt === null && <p className={styles.aside}>{texts.usedScreening}</p>}
      {isHold && undoneAt === null && <p className={styles.aside}>{texts.holdNext}</p>}
      <AppealWords statement={statement} state={appealStateOf(statement, now)} />
      <div className={styles.acts}>
        {acts}
        <Link to={rule ? `/guidelines#${rule.id}` : '/guidelines'}>{texts.readGuidelines}</Link>
      </div>
      {children}
    </section>
  );
}

const marks: Record<Statement['decision'], ReactNode> = {
  hold: <Pause />,
  noViolation: <CircleCheck />,
  removePhoto: <Trash2 />,
  askForCrop: <Crop />,
  suspendAccount: <Ban />,
  closeAccount: <Ban />,
  passOn: <Trash2 />,
};

/** Lists the reported cause, the rule and the moderator's reasons. */
function Facts({ statement }: { statement: Statement }) {
  const cause = causeOf(statement);
  const rule = ruleOf(statement);
  return (
    <dl className={styles.facts}>
      {cause && (
        <div>
          <dt>{texts.reportedFor}</dt>
          <dd className={styles.cause}>{cause}</dd>
        </div>
      )}
      {rule && (
        <div>
          <dt>{texts.rule}</dt>
          <dd>
            <strong className={styles.rule}>{rule.title}</strong>
            {rule.text}
          </dd>
        </div>
      )}
      {statement.reasons && (
        <div>
          <dt>{texts.reasons}</dt>
          <dd>{statement.reasons}</dd>
        </div>
      )}
    </dl>
  );
}

function AppealWords({ statement, state }: { statement: Statement; state: AppealState }) {
  const { appeal, appealUntil } = statement;
  const words: Record<AppealState, string | null> = {
    none: null,
    open: appealUntil && texts.appealUntil(longDayOf(new Date(appealUntil))),
    over: texts.appealOver,
    filed: appeal && texts.appealFiled(longDayOf(new Date(appeal.filedAt))),
    granted: texts.appealGranted,
    rejected: texts.appealRejected,
  };
  if (words[state] === null) return null;
  return (
    <p className={styles.aside}>
      {words[state]}
      {appeal?.reasons && ` ${texts.reasons}: ${appeal.reasons}`}
    </p>
  );
}
