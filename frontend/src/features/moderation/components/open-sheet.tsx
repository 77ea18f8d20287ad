import { moderationRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { useUserId } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { toastStore } from '../../../ui/toast/toast-store';
import type { ShownCase } from '../case';
import { standing, wordsOf } from '../case-state';
import { changeDraft, drafts, newDraft } from '../draft';
import { useTakeOver } from '../hooks/use-case-acts';
import type { OpenAct } from './act-bar';
import { DecideSheet } from './decide-sheet';
import { JudgeSheet } from './judge-sheet';

interface OpenSheetProps {
  shown: ShownCase;
  act: OpenAct | null;
  onClose: () => void;
  /** Called when the moderator is done with the case. */
  onDecided: () => void;
  /** Called when the case stays open after a judgement. */
  onJudged: () => void;
}

export function OpenSheet({ shown, act, onClose, onDecided, onJudged }: OpenSheetProps) {
  const userId = useUserId();
  const takeOver = useTakeOver();
  const offerUndo = useOfferUndo();
  // Kept here while the sheet is closed.
  const [reasons, setReasons] = useState('');
  if (act === null) return null;
  if ('judge' in act) {
    return (
      <JudgeSheet
        shown={shown}
        name={act.judge}
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
  const undo = useAct(moderationRoutes.undoDecision, (undone) => {
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
