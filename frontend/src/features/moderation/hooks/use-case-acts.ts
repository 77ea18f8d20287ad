import { useQueryClient } from '@tanstack/react-query';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { moderationTexts } from '../../../lib/texts/moderation';
import { toastStore } from '../../../ui/toast/toast-store';
import { claimCase } from '../api/acts';
import { caseKey, type ShownCase } from '../api/case';
import { moderationKey } from '../api/cases';

/** After an act: the case as the server answered it, and the queue asked again. */
export function useTakeOver() {
  const queryClient = useQueryClient();
  return (shown: ShownCase) => {
    queryClient.setQueryData(caseKey(shown.caseId), shown);
    void queryClient.invalidateQueries({ queryKey: [...moderationKey, 'queue'] });
  };
}

/** What the desk shows may be out of date: somebody else was quicker. */
export function useAskAgain() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: moderationKey });
}

/** Claims a case, or gives it back, and says so. */
export function useClaim() {
  const takeOver = useTakeOver();
  const askAgain = useAskAgain();
  const claim = useAction(claimCase, (shown, { release }) => {
    takeOver(shown);
    toastStore.show({ text: release ? moderationTexts.released : moderationTexts.claimed });
  });
  const run = (caseId: string, release: boolean) =>
    claim.run({ caseId, release }).catch((error: unknown) => {
      if (hasCode(error, 'CASE_CLAIMED') || hasCode(error, 'CONFLICT')) askAgain();
      toastStore.show({ text: messageOf(error, moderationTexts.claimFailed), tone: 'danger' });
    });
  return { run, busy: claim.busy };
}
