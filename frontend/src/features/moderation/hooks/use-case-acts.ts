import { useQueryClient } from '@tanstack/react-query';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { moderationTexts } from '../../../lib/texts/moderation';
import { toastStore } from '../../../ui/toast/toast-store';
import { claimCase } from '../api/acts';
import { caseKey, type ShownCase } from '../api/case';
import { moderationKey } from '../api/cases';

/** Stores the case returned by an act and invalidates the queue. */
export function useTakeOver() {
  const queryClient = useQueryClient();
  return (shown: ShownCase) => {
    queryClient.setQueryData(caseKey(shown.caseId), shown);
    void queryClient.invalidateQueries({ queryKey: [...moderationKey, 'queue'] });
  };
}

/** Refetches all moderation data, for example after a conflict with another moderator. */
export function useAskAgain() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: moderationKey });
}

/** Claims or releases a case and confirms it with a toast. */
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
