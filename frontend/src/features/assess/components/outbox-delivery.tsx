import { assessmentsRoutes, identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { useConnection } from '../../../lib/connection/connection-store';
import { pollMs } from '../../../lib/live/live-store';
import type { Settled } from '../../../lib/outbox/outbox';
import { forget } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { type Reward, type Submission, submissionOutbox, useWaitingSubmissions } from '../submission-outbox';

/** Sends waiting submissions at startup, when the connection returns or the page becomes visible, and every 15 s. */
export default function OutboxDelivery() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const connection = useConnection();
  const waits = useWaitingSubmissions()?.some(({ refusal }) => !refusal) ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the connection returns
  useEffect(() => {
    if (!waits) return;
    const deliver = async () => {
      if (!navigator.onLine) return;
      const settled = await submissionOutbox.flush(userId);
      if (settled.length === 0) return;
      announce(settled, navigate);
      for (const { delivery } of settled) {
        if (delivery.outcome !== 'accepted' || !delivery.answer) continue;
        patchCurrentUser(queryClient, userId, { tokenCount: delivery.answer.tokenCount });
      }
      void forget(queryClient, assessmentsRoutes.listPublicTests, identityRoutes.getUser);
    };
    const look = () => void deliver();
    const onVisible = () => document.visibilityState === 'visible' && look();
    look();
    const timer = setInterval(look, pollMs);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [userId, queryClient, navigate, waits, connection]);

  return null;
}

/** Shows one message for all sent submissions. The feed shows refused submissions until the assessor has read them. */
function announce(settled: readonly Settled<Submission, Reward>[], navigate: NavigateFunction): void {
  const refused = settled.filter(({ delivery }) => delivery.outcome === 'refused').length;
  const rewards = settled.flatMap(({ delivery }) => (delivery.outcome === 'accepted' ? (delivery.answer ?? []) : []));
  const tokens = rewards.reduce((sum, { tokensEarned }) => sum + tokensEarned, 0);
  const unrewarded = rewards.filter(({ isRewarded }) => isRewarded === false).length;
  const sent = settled.length - refused;
  if (refused > 0 && location.pathname === '/feed') return;
  const action = { label: assessTexts.seeWhy, onAct: () => void navigate('/feed') };
  if (refused > 0) toastStore.show({ text: assessTexts.laterRefused(refused), tone: 'danger', action });
  else toastStore.show({ text: assessTexts.laterSent(sent, tokens, unrewarded) });
}
