import type { Statement } from '@candid/contracts';
import { Ban, CircleCheck, Crop, Pause, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { longDayOf } from '../../lib/language/language';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { ruleTexts } from '../../lib/texts/guidelines';
import { classNames } from '../../ui/dom/dom';
import { FactList } from '../../ui/fact-list/fact-list';
import { type AppealState, appealStateOf, causeOf, effectOf, titleOf } from './statement-words';

interface StatementCardProps {
  statement: Statement;
  level?: 2 | 3;
  now: number;
  /** The photo concerned, beside the title. */
  photo?: ReactNode;
  acts?: ReactNode;
}

export function StatementCard({ statement, level = 2, now, photo, acts }: StatementCardProps) {
  const Heading = `h${level}` as const;
  const { decision, rule, issuedAt, undoneAt } = statement;
  const isHold = decision === 'hold';
  const words = rule && ruleTexts[rule];
  return (
    <section
      className={classNames(
        'grid gap-3 rounded-16 border border-line bg-surface px-5 py-4 [&_p]:max-w-[70ch]',
        undoneAt !== null && 'statement-over',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-accent-ink in-[.statement-over]:bg-tone in-[.statement-over]:text-ink-soft [&_svg]:size-5"
          aria-hidden="true"
        >
          {undoneAt === null ? marks[decision] : <Undo2 />}
        </span>
        <div className="flex-1">
          <Heading className="text-16 tracking-normal text-balance">{titleOf(statement, now)}</Heading>
          <p className="text-14 text-ink-soft">
            {isHold ? texts.heldWhen : texts.when} <time dateTime={issuedAt}>{longDayOf(new Date(issuedAt))}</time>
          </p>
        </div>
        {photo}
      </div>
      <p>{effectOf(statement, now)}</p>
      <FactList
        facts={{
          [texts.reportedFor]: causeOf(statement),
          [texts.rule]: words && (
            <>
              <strong className="block font-bold">{words.title}</strong>
              {words.text}
            </>
          ),
          [texts.reasons]: statement.reasons,
        }}
        className="grid gap-2 empty:hidden [&_dd]:max-w-[70ch] [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dt]:text-14 [&_dt]:text-ink-soft"
      />
      {statement.usedScreening && undoneAt === null && <p className="text-14 text-ink-soft">{texts.usedScreening}</p>}
      {isHold && undoneAt === null && <p className="text-14 text-ink-soft">{texts.holdNext}</p>}
      <AppealWords statement={statement} state={appealStateOf(statement, now)} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 [&_a:not([class*=button])]:inline-flex [&_a:not([class*=button])]:min-h-target [&_a:not([class*=button])]:items-center [&_a:not([class*=button])]:text-14">
        {acts}
        <Link to={rule ? `/guidelines#${rule}` : '/guidelines'}>{texts.readGuidelines}</Link>
      </div>
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
    <p className="text-14 text-ink-soft">
      {words[state]}
      {appeal?.reasons && ` ${texts.reasons}: ${appeal.reasons}`}
    </p>
  );
}
