import { moderationRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import type { Answer } from '../../../lib/api/call';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { forget, keyOf } from '../../../lib/query/use-read';
import { moderationTexts } from '../../../lib/texts/moderation';
import { sendKeys, useKeys } from '../../../shared/console/keys';
import { toastStore } from '../../../ui/toast/toast-store';

const { listCases, getCase, transparencyReport, claimCase } = moderationRoutes;

export type ChangedCase = Answer<typeof getCase>;

export function useTakeOver() {
  const queryClient = useQueryClient();
  return (changed: ChangedCase) => {
    queryClient.setQueryData(keyOf(getCase, { params: { caseId: changed.case.caseId } }), changed);
    void forget(queryClient, listCases);
  };
}

export function useAskAgain() {
  const queryClient = useQueryClient();
  return () => void forget(queryClient, listCases, getCase, transparencyReport);
}

export function useClaim() {
  const takeOver = useTakeOver();
  const askAgain = useAskAgain();
  const claim = useAct(claimCase, (changed, { body: { release } }) => {
    takeOver(changed);
    toastStore.show({ text: release ? moderationTexts.released : moderationTexts.claimed });
  });
  const run = (caseId: string, release: boolean) =>
    claim.run({ params: { caseId }, body: { release } }).catch((error: unknown) => {
      if (hasCode(error, 'CASE_CLAIMED') || hasCode(error, 'CONFLICT')) askAgain();
      toastStore.show({ text: messageOf(error, moderationTexts.claimFailed), tone: 'danger' });
    });
  return { run, busy: claim.busy };
}

/** Returns the props of the button. If the action is serious, the keys first focus the button, so that confirming needs a second press. */
export function useConfirm(isGrave: boolean, confirm: () => void) {
  const ref = useRef<HTMLButtonElement>(null);
  const press = () => (isGrave && document.activeElement !== ref.current ? ref.current?.focus() : confirm());
  useKeys({ enter: press, [sendKeys]: press }, { inDialog: true });
  return { ref, onClick: confirm, onKeyDown: ignoreHeldKey, 'aria-keyshortcuts': 'Control+Enter' };
}

/** Ignores key repeats: holding the key that has focused the button must not also press the button. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
