import { MODERATION } from '@candid/contracts';
import { useState } from 'react';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { useUserId } from '../../../lib/session/use-session';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { claimCase, type DecideBody, decideCase } from '../api/acts';
import type { ShownCase } from '../api/case';
import { claimOf } from '../case-state';
import { type Draft, drafts, reasonsProblem } from '../draft';
import { useAskAgain, useTakeOver } from './use-case-acts';

interface Problems {
  readonly reasons?: string;
  readonly days?: string;
}

export function problemsOf({ decision, reasons, days }: Draft): Problems {
  const problem = reasonsProblem(reasons);
  const wanted = Number(days);
  const areDaysFine = /^\d+$/.test(days.trim()) && wanted >= 1 && wanted <= MODERATION.suspensionDaysMax;
  return {
    ...(problem && { reasons: problem }),
    ...(decision === 'suspendAccount' && !areDaysFine && { days: texts.daysProblem(MODERATION.suspensionDaysMax) }),
  };
}

export const bodyOf = ({ decision, rule, reasons, days }: Draft): DecideBody => ({
  ...{ decision, reasons: reasons.trim() },
  ...(decision !== 'noViolation' && { rule }),
  ...(decision === 'suspendAccount' && { days: Number(days) }),
});

/** State of a decision being written. The draft survives rejected and failed requests. */
export function useDecision(shown: ShownCase, first: Draft, onDone: (decided: ShownCase, draft: Draft) => void) {
  const { caseId } = shown;
  const userId = useUserId();
  const takeOver = useTakeOver();
  const askAgain = useAskAgain();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Problems>({});

  const claim = useAction(claimCase, takeOver);
  const act = useAction(async (wanted: Draft, idempotencyKey: string) => {
    // Claims the case first if the claim is missing or has expired.
    if (claimOf(shown, userId, Date.now()) !== 'own') takeOver(await claim.run({ caseId }));
    return decideCase({ caseId, ...bodyOf(wanted) }, idempotencyKey);
  });

  const claimFirst = () => void claim.run({ caseId }).catch(askAgain);
  const change = (next: Draft) => {
    drafts.keep(userId, caseId, next);
    setDraft(next);
    setProblems({});
    act.reset();
  };
  const confirm = async () => {
    if (act.busy) return;
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      const decided = await act.run(draft);
      drafts.drop(userId, caseId);
      onDone(decided, draft);
    } catch {
      askAgain();
    }
  };

  const failure = act.error ?? claim.error;
  const isTaken = claimOf(shown, userId, Date.now()) === 'others' || hasCode(failure, 'CASE_CLAIMED');
  return {
    draft,
    change,
    confirm,
    claimFirst,
    problems,
    isTaken,
    busy: act.busy,
    isClaiming: claim.busy && !act.busy,
    problem: failure && !isTaken ? messageOf(failure, texts.decideFailed) : undefined,
  };
}
