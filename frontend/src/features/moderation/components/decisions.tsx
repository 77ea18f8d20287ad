import { longDayOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { Section } from '../../../shared/console/section';
import { Facts, Moment } from '../../../shared/console/values';
import { classNames } from '../../../ui/dom/dom';
import type { CaseDecision, ShownCase } from '../case';
import { newestFirst, wordsOf } from '../case-state';
import { Mark, PersonId } from './marks';

export const headClass = 'flex flex-wrap items-center gap-x-2 gap-y-0.5';
export const wordsClass = 'm-0 max-w-[70ch] border-l-2 border-l-line-strong pl-3 wrap-anywhere whitespace-pre-line';

export const Aside = ({ at }: { at: string }) => (
  <span className="ml-auto text-ink-soft">
    <Moment at={at} />
  </span>
);

const labelClass = 'font-bold in-[.decisions-undone]:line-through';
const answerClass = 'flex flex-wrap gap-3 text-ink-soft';

type Shown = Pick<ShownCase, 'subjectId' | 'isUnderLegalHold'>;

export function Decisions({ decisions, shown }: { decisions: readonly CaseDecision[]; shown: Shown }) {
  if (decisions.length === 0) return null;
  return (
    <Section title={moderationTexts.decisionsTitle}>
      <ol className="grid gap-3">
        {[...decisions].sort(newestFirst).map((decision) => (
          <li key={decision.statementId}>
            <DecisionCard decision={decision} shown={shown} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function DecisionCard({ decision, shown }: { decision: CaseDecision; shown: Shown }) {
  const { decidedBy, decidedAt, confirmedBy, until, undoneAt, appeal } = decision;
  const missing = shown.isUnderLegalHold ? moderationTexts.wordsSealed : moderationTexts.wordsRemoved;
  const words = wordsOf(decision.decision, shown);
  const awaits = decision.decision === 'closeAccount' && confirmedBy === null && undoneAt === null;
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-12 border border-line bg-surface px-4 py-3 text-14 [&_dl]:grid-cols-[repeat(auto-fill,minmax(min(150px,100%),1fr))] [&_dl]:gap-x-4 [&_dl]:gap-y-2 [&_dl]:border-0 [&_dl]:bg-transparent [&_dl]:p-0',
        undoneAt && 'decisions-undone',
      )}
    >
      <div className={headClass}>
        <span className={labelClass}>{awaits ? words.label : words.decided}</span>
        {decision.rule && <Mark>{moderationTexts.ruleOf(decision.rule)}</Mark>}
        {awaits && <Mark tone="accent">{moderationTexts.awaits}</Mark>}
        {undoneAt && <Mark>{moderationTexts.undoneMark}</Mark>}
      </div>
      <blockquote className={wordsClass}>{decision.reasons ?? missing}</blockquote>
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

/** Reasons that are recorded but not shown to the person. */
function OwnWords({ title, words }: { title: string; words: string | null }) {
  if (words === null) return null;
  return (
    <>
      <p className={answerClass}>{title}</p>
      <blockquote className={wordsClass}>{words}</blockquote>
    </>
  );
}

function Appeal({ appeal, missing }: { appeal: NonNullable<CaseDecision['appeal']>; missing: string }) {
  const { outcome } = appeal;
  return (
    <div className="grid gap-2 border-t border-t-line pt-3">
      <div className={headClass}>
        <span className={labelClass}>{moderationTexts.appealTitle}</span>
        <Mark tone={outcome === null ? 'accent' : 'plain'}>
          {outcome === null ? moderationTexts.appealWaits : moderationTexts.appealOutcomes[outcome]}
        </Mark>
        <Aside at={appeal.filedAt} />
      </div>
      <blockquote className={wordsClass}>{appeal.text ?? missing}</blockquote>
      {outcome !== null && (
        <>
          <p className={answerClass}>{moderationTexts.appealAnswer}</p>
          <blockquote className={wordsClass}>{appeal.reasons ?? missing}</blockquote>
          <p className={answerClass}>
            {appeal.decidedBy && <PersonId userId={appeal.decidedBy} what={moderationTexts.moderatorWord} />}
            {appeal.decidedAt && <Moment at={appeal.decidedAt} />}
          </p>
        </>
      )}
    </div>
  );
}
