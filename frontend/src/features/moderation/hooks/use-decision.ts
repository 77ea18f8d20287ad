import { MODERATION, moderationRoutes } from '@candid/contracts';
import { useState } from 'react';
import { type CallInput, call } from '../../../lib/api/call';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAct, useAction } from '../../../lib/query/use-act';
import { useUserId } from '../../../lib/session/use-session';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import type { ShownCase } from '../case';
import { claimOf } from '../case-state';
import { type Draft, drafts, reasonsProblem } from '../draft';
import { type ChangedCase, useAskAgain, useTakeOver } from './use-case-acts';

const { claimCase, decideCase } = moderationRoutes;

type Problems = Partial<Record<'reasons' | 'days', string>>;

export function problemsOf({ decision, reasons, days }: Draft): Problems {
  const problem = reasonsProblem(reasons);
  const wanted = Number(days);
  const areDaysFine = /^\d+$/.test(days.trim()) && wanted >= 1 && wanted <= MODERATION.suspensionDaysMax;
  return {
    ...(problem && { reasons: problem }),
    ...(decision === 'suspendAccount' && !areDaysFine && { days: texts.daysProblem(MODERATION.suspensionDaysMax) }),
  };
}

export const bodyOf = ({ decision, rule, reasons, days }: Draft): CallInput<typeof decideCase>['body'] => ({
  ...{ decision, reasons: reasons.trim() },
  ...(decision !== 'noViolation' && { rule }),
  ...(decision === 'suspendAccount' && { days: Number(days) }),
});

export function useDecision(shown: ShownCase, first: Draft, onDone: (decided: ChangedCase, draft: Draft) => void) {
  const { caseId } = shown;
  const userId = useUserId();
  const takeOver = useTakeOver();
  const askAgain = useAskAgain();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Problems>({});

  const ofCase = { params: { caseId }, body: {} };
  const claim = useAct(claimCase, takeOver);
  const act = useAction(async (wanted: Draft, idempotencyKey: string) => {
    if (claimOf(shown, userId, Date.now()) !== 'own') takeOver(await claim.run(ofCase));
    return call(decideCase, { ...ofCase, body: bodyOf(wanted), idempotencyKey });
  });

  const claimFirst = () => void claim.run(ofCase).catch(askAgain);
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
