import { type Decision, moderationRoutes } from '@candid/contracts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { useAct, useAction } from '../../../lib/query/use-act';
import { useUserId } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { TextArea } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import type { ShownCase } from '../case';
import { judgedDecision, standing, wordsOf } from '../case-state';
import { changeDraft, drafts, newDraft, reasonsHint, reasonsProblem } from '../draft';
import { type ChangedCase, useAskAgain, useConfirm, useTakeOver } from '../hooks/use-case-acts';
import { actionsClass, DecideSheet } from './decide-sheet';
import { DecisionCard } from './decisions';
import { Key, subjectName } from './marks';
import { BesidePhoto, hasPicture, type Sight } from './photo-panel';

const { undoDecision, confirmClosure, decideAppeal } = moderationRoutes;

/** The action whose sheet is open. */
export type OpenAct = { readonly decide: Decision | null } | { readonly judge: JudgementName };

interface OpenSheetProps {
  shown: ShownCase;
  act: OpenAct | null;
  sight: Sight;
  onLost: () => void;
  onClose: () => void;
  /** Called when the moderator is done with the case. */
  onDecided: () => void;
  /** Called when the case stays open after a judgement. */
  onJudged: () => void;
}

export function OpenSheet({ shown, act, sight, onLost, onClose, onDecided, onJudged }: OpenSheetProps) {
  const userId = useUserId();
  const takeOver = useTakeOver();
  const offerUndo = useOfferUndo();
  // The sheet unmounts when it closes, so its text is kept here.
  const [reasons, setReasons] = useState('');
  if (act === null) return null;
  if ('judge' in act) {
    return (
      <JudgeSheet
        shown={shown}
        name={act.judge}
        sight={sight}
        onLost={onLost}
        reasons={reasons}
        onReasons={setReasons}
        onClose={onClose}
        onDone={(text) => {
          setReasons('');
          toastStore.show({ text });
          if (act.judge === 'undo' || act.judge === 'dropClosure') onJudged();
          else onDecided();
        }}
      />
    );
  }
  const kept = drafts.read(userId, shown.caseId);
  const decision = act.decide ?? kept?.decision ?? 'noViolation';
  return (
    <DecideSheet
      shown={shown}
      sight={sight}
      onLost={onLost}
      first={kept ? changeDraft(kept, { decision }, shown) : newDraft(shown, decision)}
      onClose={onClose}
      onDone={(decided, draft) => {
        takeOver(decided);
        offerUndo(decided.case, wordsOf(draft.decision, shown).done);
        onDecided();
      }}
    />
  );
}

function useOfferUndo() {
  const takeOver = useTakeOver();
  const navigate = useNavigate();
  const undo = useAct(undoDecision, (undone) => {
    takeOver(undone);
    toastStore.show({ text: texts.undone });
    navigate(`/support/moderation/${undone.case.caseId}`);
  });
  return (decided: ShownCase, text: string) => {
    const onAct = () =>
      void undo
        .run({ params: { caseId: decided.caseId }, body: { reasons: texts.undoAtOnce } })
        .catch((error: unknown) => {
          toastStore.show({ text: messageOf(error, texts.undoFailed), tone: 'danger' });
        });
    const canUndo = standing(decided)?.canBeUndone ?? false;
    toastStore.show({ text, ...(canUndo && { action: { label: commonTexts.undo, onAct } }) });
  };
}

interface Sent {
  readonly params: { caseId: string };
  readonly idempotencyKey: string;
}

interface Judgement {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly done: string;
  readonly isGrave: boolean;
  /** True if the person concerned can read the reasons; otherwise they are only recorded. */
  readonly isRead: boolean;
  readonly perform: (reasons: string, sent: Sent) => Promise<ChangedCase>;
}

export const judgements = {
  undo: {
    ...{ title: texts.undoTitle, text: texts.undoText, confirm: texts.undoConfirm, done: texts.undone },
    ...{ isGrave: false, isRead: false },
    perform: (reasons, sent) => call(undoDecision, { ...sent, body: { reasons } }),
  },
  confirmClosure: {
    ...{ title: texts.confirmClosureTitle, text: texts.confirmClosureText },
    ...{ confirm: texts.confirmClosure, done: texts.closureConfirmed, isGrave: true, isRead: false },
    perform: (reasons, sent) => call(confirmClosure, { ...sent, body: { isConfirmed: true, reasons } }),
  },
  dropClosure: {
    ...{ title: texts.dropClosureTitle, text: texts.dropClosureText, confirm: texts.dropClosure },
    ...{ done: texts.closureDropped, isGrave: false, isRead: false },
    perform: (reasons, sent) => call(confirmClosure, { ...sent, body: { isConfirmed: false, reasons } }),
  },
  grantAppeal: {
    ...{ title: texts.grantTitle, text: texts.grantText, confirm: texts.grantAppeal, done: texts.appealGranted },
    ...{ isGrave: false, isRead: true },
    perform: (reasons, sent) => call(decideAppeal, { ...sent, body: { isGranted: true, reasons } }),
  },
  rejectAppeal: {
    ...{ title: texts.rejectTitle, text: texts.rejectText, confirm: texts.rejectAppeal, done: texts.appealRejected },
    ...{ isGrave: false, isRead: true },
    perform: (reasons, sent) => call(decideAppeal, { ...sent, body: { isGranted: false, reasons } }),
  },
} satisfies Record<string, Judgement>;
export type JudgementName = keyof typeof judgements;

interface JudgeSheetProps extends Pick<OpenSheetProps, 'shown' | 'sight' | 'onLost' | 'onClose'> {
  name: JudgementName;
  reasons: string;
  onReasons: (reasons: string) => void;
  onDone: (text: string) => void;
}

function JudgeSheet({ shown, name, reasons, sight, onLost, onReasons, onClose, onDone }: JudgeSheetProps) {
  const { caseId } = shown;
  const judgement: Judgement = judgements[name];
  const judged = judgedDecision(shown) ?? standing(shown);
  const takeOver = useTakeOver();
  const askAgain = useAskAgain();
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const act = useAction(
    (given: string, idempotencyKey) => judgement.perform(given, { params: { caseId }, idempotencyKey }),
    (judged) => {
      takeOver(judged);
      onDone(judgement.done);
    },
  );

  const confirm = () => {
    if (act.busy) return;
    const found = reasonsProblem(reasons);
    setProblem(found);
    if (!found) act.run(reasons.trim()).catch(askAgain);
    else field.current?.focus();
  };
  const buttonProps = useConfirm(judgement.isGrave, confirm);

  return (
    <Sheet
      open
      wide={hasPicture(shown)}
      onClose={onClose}
      title={judgement.title}
      description={`${subjectName(shown)} · ${judgement.text}`}
      footer={
        <>
          {act.error ? <Notice tone="danger">{messageOf(act.error, texts.judgeFailed)}</Notice> : null}
          <div className={actionsClass}>
            {hasPicture(shown) && !sight.hasLooked && <span className="text-14 text-danger">{texts.unseen}</span>}
            <Button {...buttonProps} variant={judgement.isGrave ? 'danger' : 'primary'} busy={act.busy}>
              {act.busy ? texts.deciding : judgement.confirm}
              <Key name={texts.confirmKey} />
            </Button>
          </div>
        </>
      }
    >
      <BesidePhoto shown={shown} sight={sight} onLost={onLost}>
        <div className="grid content-start gap-4">
          {judged && <DecisionCard decision={judged} shown={shown} />}
          <TextArea
            ref={field}
            label={judgement.isRead ? texts.reasonsLabel : texts.ownReasons}
            hint={reasonsHint(judgement.isRead, reasons)}
            value={reasons}
            error={problem}
            onChange={(event) => {
              onReasons(event.target.value);
              setProblem(undefined);
            }}
          />
        </div>
      </BesidePhoto>
    </Sheet>
  );
}
