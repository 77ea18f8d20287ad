import { Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import type { Keys } from '../../../shared/console/keys';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import type { ShownCase } from '../case';
import { decisionKeys, isGrave, notHereText, notHereTexts, type Stage, standing, wordsOf } from '../case-state';
import { Key } from './marks';
import { type JudgementName, judgements, type OpenAct } from './open-sheet';

const barClass =
  'sticky bottom-0 z-10 -mx-4 mt-auto -mb-8 flex flex-wrap items-center gap-2 border-t border-t-line bg-ground px-4 pt-3 pb-[calc(12px+var(--safe-bottom))] wide:-mx-6 wide:-mb-12 wide:px-6 [&>button]:flex-auto wide:[&>button]:flex-none';

interface ActBarProps {
  shown: ShownCase;
  stage: Stage;
  seesEvidence: boolean;
  /** Why the moderator cannot act now, because another one works on the case. */
  taken: string | undefined;
  onAct: (act: OpenAct) => void;
}

/** Judgements available at each stage, in the order of their number keys. */
const judgementsOf: Partial<Record<Stage, readonly JudgementName[]>> = {
  second: ['confirmClosure', 'dropClosure'],
  appeal: ['grantAppeal', 'rejectAppeal'],
};

const mayUndo = (shown: ShownCase): boolean => standing(shown)?.canBeUndone ?? false;

export function actKeys({ shown, stage, taken, onAct }: Omit<ActBarProps, 'seesEvidence'>): Keys {
  const undo: Keys = mayUndo(shown) ? { u: () => onAct({ judge: 'undo' }) } : {};
  if (taken !== undefined) return undo;
  if (stage === 'decide') {
    if (!shown.mayDecide) return {};
    const fitting = decisionKeys.flatMap((decision, index) =>
      notHereText(decision, shown) ? [] : [[String(index + 1), () => onAct({ decide: decision })] as const],
    );
    return { ...Object.fromEntries(fitting), ...undo };
  }
  const names = shown.mayDecide ? (judgementsOf[stage] ?? []) : [];
  const chosen = names.map((name, index) => [String(index + 1), () => onAct({ judge: name })] as const);
  return { ...Object.fromEntries(chosen), ...undo };
}

export function ActBar({ shown, stage, seesEvidence, taken, onAct }: ActBarProps) {
  const names = shown.mayDecide ? (judgementsOf[stage] ?? []) : [];
  const decides = stage === 'decide' && shown.mayDecide;
  const evidence = shown.isUnderLegalHold && seesEvidence;
  const barred = { disabled: taken !== undefined, title: taken };
  if (!decides && names.length === 0 && !mayUndo(shown) && !evidence) return null;
  return (
    <div ref={dockRef} className={barClass}>
      {decides && (
        <>
          <div className="hidden flex-wrap gap-2 wide:flex [&>[data-grave]:enabled]:text-danger">
            {decisionKeys.map((decision, index) => {
              const obstacle = taken ?? notHereText(decision, shown);
              return (
                <Button
                  key={decision}
                  size="s"
                  disabled={obstacle !== undefined}
                  title={obstacle}
                  aria-keyshortcuts={String(index + 1)}
                  data-grave={isGrave(decision) || undefined}
                  onClick={() => onAct({ decide: decision })}
                >
                  <Key name={String(index + 1)} />
                  {wordsOf(decision, shown).label}
                </Button>
              );
            })}
            <p className="basis-full text-14 text-ink-soft">
              {shown.claimedBy === null && texts.decidingClaims} {notHereTexts(shown)}
            </p>
          </div>
          <Button variant="primary" block className="wide:hidden" {...barred} onClick={() => onAct({ decide: null })}>
            {texts.decide}
          </Button>
        </>
      )}
      {names.map((name, index) => (
        <Button
          key={name}
          variant={name === 'confirmClosure' ? 'danger' : 'secondary'}
          {...barred}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onAct({ judge: name })}
        >
          <Key name={String(index + 1)} />
          {judgements[name].confirm}
        </Button>
      ))}
      {mayUndo(shown) && (
        <Button icon={<Undo2 />} aria-keyshortcuts="u" onClick={() => onAct({ judge: 'undo' })}>
          {texts.undoConfirm}
          <Key name="U" />
        </Button>
      )}
      {evidence && (
        <Link to={`/support/moderation/${shown.caseId}/evidence`} className="inline-flex min-h-target items-center">
          {moderationTexts.openEvidence}
        </Link>
      )}
    </div>
  );
}
