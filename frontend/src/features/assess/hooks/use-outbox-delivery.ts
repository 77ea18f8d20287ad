import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveConnected } from '../../../lib/live/live-store';
import { pollMs } from '../../../lib/live/poll';
import type { Settled } from '../../../lib/outbox/outbox';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { submissionOutbox } from '../api/submission-outbox';
import type { Reward, Submission } from '../api/submit';
import { useWaitingSubmissions } from './use-waiting-submissions';

/**
 * Sends what waits whenever there may be a network again: when the app starts, `online`, on return to the page, when the live
 * stream is back, and every 15 seconds while something still waits.
 */
export function useOutboxDelivery(): void {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const connected = useLiveConnected();
  const waits = useWaitingSubmissions()?.some(({ refusal }) => !refusal) ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream that has come back is a reason to try again
  useEffect(() => {
    if (!waits) return;
    const deliver = async () => {
      if (!navigator.onLine) return;
      const settled = await submissionOutbox.flush(userId);
      if (settled.length === 0) return;
      announce(settled);
      for (const { delivery } of settled) {
        if (delivery.outcome !== 'accepted' || !delivery.answer) continue;
        patchCurrentUser(queryClient, userId, { tokenCount: delivery.answer.tokenCount });
      }
      void queryClient.invalidateQueries({ queryKey: queryKeys.availableTests() });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user(userId) });
    };
    const look = () => void deliver();
    const onVisible = () => document.visibilityState === 'visible' && look();
    look();
    const timer = setInterval(look, pollMs);
    window.addEventListener('online', look);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [userId, queryClient, waits, connected]);
}

/** One message for all that went at once. What was refused is told in full on the assessor's own pages. */
function announce(settled: readonly Settled<Submission, Reward>[]): void {
  const refused = settled.filter(({ delivery }) => delivery.outcome === 'refused').length;
  const tokens = settled.reduce(
    (sum, { delivery }) => sum + (delivery.outcome === 'accepted' ? (delivery.answer?.tokensEarned ?? 0) : 0),
    0,
  );
  const sent = settled.length - refused;
  if (refused > 0) toastStore.show({ text: assessTexts.laterRefused(refused), tone: 'danger' });
  else toastStore.show({ text: assessTexts.laterSent(sent, tokens) });
}
