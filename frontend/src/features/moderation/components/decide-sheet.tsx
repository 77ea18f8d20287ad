import { MODERATION, type Statement } from '@candid/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { ruleIds, ruleTexts } from '../../../lib/texts/guidelines';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { type Keys, useKeys } from '../../../shared/console/keys';
import { StatementCard } from '../../../shared/safety/statement-card';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Select } from '../../../ui/select/select';
import { Sheet } from '../../../ui/sheet/sheet';
import { TextArea, TextField } from '../../../ui/text-field/text-field';
import type { ShownCase } from '../case';
import { claimOf, decisionKeys, effectsOf, isGrave, isTold, notHereText, notHereTexts, wordsOf } from '../case-state';
import { changeDraft, type Draft, reasonsHint, templateOf } from '../draft';
import { useNow } from '../due';
import { type ChangedCase, useConfirm } from '../hooks/use-case-acts';
import { useDecision } from '../hooks/use-decision';
import { Key, subjectName, takenText } from './marks';
import { BesidePhoto, hasPicture, type Sight } from './photo-panel';

const smallClass = 'mb-2 text-14 font-medium text-ink-soft in-[.decide-sheet-grave]:text-danger';
export const actionsClass = 'flex flex-wrap items-center justify-end gap-3 max-wide:[&>button]:flex-1';

interface DecideSheetProps {
  shown: ShownCase;
  sight: Sight;
  onLost: () => void;
  first: Draft;
  onClose: () => void;
  onDone: (decided: ChangedCase, draft: Draft) => void;
}

const rules = ruleIds.map((id) => ({ value: id, label: ruleTexts[id].title }));

/** Sheet for a decision. Number keys choose. Enter and Ctrl+Enter confirm; in a text field, only Ctrl+Enter confirms. */
export function DecideSheet({ shown, sight, onLost, first, onClose, onDone }: DecideSheetProps) {
  const userId = useUserId();
  const now = useNow();
  const decision = useDecision(shown, first, onDone);
  const { draft, change, problems, isTaken } = decision;
  const days = useRef<HTMLInputElement>(null);
  const reasons = useRef<HTMLTextAreaElement>(null);
  const isRead = isTold(draft.decision, shown);

  const claimFirst = useEffectEvent(() => {
    if (claimOf(shown, userId, Date.now()) === 'free') decision.claimFirst();
  });
  useEffect(() => claimFirst(), []);

  const choose = (next: Draft['decision']) => {
    if (!notHereText(next, shown)) change(changeDraft(draft, { decision: next }, shown));
  };
  const keys: Keys = Object.fromEntries(decisionKeys.map((each, index) => [String(index + 1), () => choose(each)]));
  useKeys(keys, { inDialog: true });
  const buttonProps = useConfirm(isGrave(draft.decision), () => void decision.confirm());
  useEffect(() => {
    const wrong = (problems.days && days.current) || (problems.reasons && reasons.current);
    if (wrong) wrong.focus();
  }, [problems]);

  return (
    <Sheet
      open
      wide
      height="tall"
      onClose={onClose}
      title={texts.decideTitle}
      description={subjectName(shown)}
      footer={
        <>
          {isTaken && <LoadProblem text={keptText(takenText(shown, userId, now))} onRetry={decision.claimFirst} />}
          {decision.problem && <Notice tone="danger">{decision.problem}</Notice>}
          <div className={actionsClass}>
            {hasPicture(shown) && !sight.hasLooked && <span className="text-14 text-danger">{texts.unseen}</span>}
            {decision.isClaiming && (
              <span role="status" className="text-14 text-ink-soft">
                {texts.taking}
              </span>
            )}
            <Button
              {...buttonProps}
              variant={isGrave(draft.decision) || draft.decision === 'removePhoto' ? 'danger' : 'primary'}
              busy={decision.busy}
              disabled={isTaken}
            >
              {decision.busy ? texts.deciding : wordsOf(draft.decision, shown).confirm}
              <Key name={texts.confirmKey} />
            </Button>
          </div>
        </>
      }
    >
      <BesidePhoto shown={shown} sight={sight} onLost={onLost}>
        <div className="grid gap-5 wide:grid-cols-2 wide:gap-6">
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <Choice draft={draft} shown={shown} onChoose={choose} />
            {draft.decision !== 'noViolation' && (
              <Select
                label={texts.rule}
                hint={ruleTexts[draft.rule].text}
                options={rules}
                value={draft.rule}
                onChange={(rule) => change(changeDraft(draft, { rule }, shown))}
              />
            )}
            {draft.decision === 'suspendAccount' && (
              <TextField
                ref={days}
                label={texts.days}
                inputMode="numeric"
                autoComplete="off"
                value={draft.days}
                error={problems.days}
                onChange={(event) => change({ ...draft, days: event.target.value })}
              />
            )}
            <div className="grid justify-items-start gap-1 [&_textarea]:min-h-24 [&>div]:w-full">
              <TextArea
                ref={reasons}
                label={isRead ? texts.reasonsLabel : texts.unreadLabel}
                hint={reasonsHint(isRead, draft.reasons)}
                value={draft.reasons}
                error={problems.reasons}
                onChange={(event) => change({ ...draft, reasons: event.target.value })}
              />
              {draft.reasons !== templateOf(draft, shown) && (
                <Button
                  size="s"
                  variant="quiet"
                  onClick={() => change({ ...draft, reasons: templateOf(draft, shown) })}
                >
                  {texts.useTemplate}
                </Button>
              )}
            </div>
          </div>
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <section
              aria-live="polite"
              className={classNames(
                'rounded-12 px-4 py-3 text-14',
                isGrave(draft.decision) ? 'decide-sheet-grave bg-danger-soft' : 'bg-tone',
              )}
            >
              <h3 className={smallClass}>{texts.effectsTitle}</h3>
              <ul className="grid list-disc gap-1 pl-4">
                {effectsOf(draft.decision, shown).map((effect) => (
                  <li key={effect}>{effect}</li>
                ))}
              </ul>
            </section>
            <StatementPreview draft={draft} shown={shown} now={now} />
          </div>
        </div>
      </BesidePhoto>
    </Sheet>
  );
}

const keptText = (taken: string = texts.takenUnknown): string => `${taken} ${texts.textKept}`;

interface ChoiceProps {
  draft: Draft;
  shown: ShownCase;
  onChoose: (decision: Draft['decision']) => void;
}

function Choice({ draft, shown, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 p-0 text-14 font-medium">{texts.decision}</legend>
      <div className="grid grid-cols-2 gap-2">
        {decisionKeys.map((decision, index) => {
          const notHere = notHereText(decision, shown);
          return (
            <label key={decision} className="relative grid" title={notHere}>
              <input
                type="radio"
                name="decision"
                className="sr-only"
                checked={draft.decision === decision}
                disabled={notHere !== undefined}
                onChange={() => onChoose(decision)}
              />
              <span className="flex min-h-target cursor-pointer items-center gap-2 rounded-12 border border-line px-3 py-1 text-14 leading-tight font-medium [input:checked+&]:border-ink [input:checked+&]:bg-ink [input:checked+&]:text-ground [input:disabled+&]:cursor-not-allowed [input:disabled+&]:bg-tone [input:disabled+&]:text-ink-faint [input:focus-visible+&]:outline-2 [input:focus-visible+&]:outline-offset-2 [input:focus-visible+&]:outline-accent-ink">
                <Key name={String(index + 1)} />
                {wordsOf(decision, shown).label}
              </span>
            </label>
          );
        })}
      </div>
      <p className="mt-2 text-14 text-ink-soft">{notHereTexts(shown) || texts.passOnWhen}</p>
    </fieldset>
  );
}

const dayMs = 24 * 3_600_000;

function StatementPreview({ draft, shown, now }: { draft: Draft; shown: ShownCase; now: number }) {
  return (
    <section aria-label={texts.previewTitle}>
      <h3 className={smallClass}>{texts.previewTitle}</h3>
      {isTold(draft.decision, shown) ? (
        <StatementCard statement={statementOf(draft, shown, now)} level={3} now={now} />
      ) : (
        <p className="rounded-12 border border-dashed border-line-strong p-4 text-14">
          {shown.subjectId === null ? texts.previewNobody : texts.previewUntold}
        </p>
      )}
    </section>
  );
}

function statementOf({ decision, rule, reasons, days }: Draft, shown: ShownCase, now: number): Statement {
  const isViolation = decision !== 'noViolation';
  const inMs = (ms: number) => new Date(now + ms).toISOString();
  const lasts = decision === 'suspendAccount' && Number(days) >= 1 && Number(days) <= MODERATION.suspensionDaysMax;
  return {
    // Empty, because the server assigns the id and the card does not display it.
    statementId: '' as Statement['statementId'],
    ...{ caseId: shown.caseId, decision, photoId: shown.photoId, about: shown.reasons, issuedAt: inMs(0) },
    ...{ rule: isViolation ? rule : null, reasons: reasons.trim() || texts.previewNone },
    usedScreening: shown.reasons.includes('screening'),
    until: lasts ? inMs(Number(days) * dayMs) : null,
    appealUntil: isViolation ? inMs(MODERATION.appealMs) : null,
    ...{ appeal: null, undoneAt: null },
  };
}
