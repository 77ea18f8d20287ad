import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUserId } from '../../../lib/session/use-session';
import { tokensTexts } from '../../../lib/texts/tokens';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { tokensAfterPurchase } from '../api/purchase';

/** The provider's word may take a moment longer than the browser's way back. */
const looks = { times: 4, pauseMs: 1_500 } as const;

/** Back from the payment provider: says once how it went, and cleans the address. The server alone adds tokens. */
export function useCheckoutReturn(): void {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const asked = useRef<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: (purchase: { sessionId: string; tokenAmount: number }) => tokensAfterPurchase({ userId, ...purchase }),
    retry: looks.times,
    retryDelay: looks.pauseMs,
    onSuccess: (tokenCount, { tokenAmount }) => {
      patchCurrentUser(queryClient, userId, { tokenCount });
      toastStore.show({ text: tokensTexts.purchased(tokenAmount) });
    },
    onError: () => toastStore.show({ text: tokensTexts.paymentFailed, tone: 'danger' }),
  });
  useEffect(() => {
    const sessionId = search.get('session_id');
    if (!sessionId || search.get('update_tokens') !== 'true' || asked.current === sessionId) return;
    asked.current = sessionId;
    mutate({ sessionId, tokenAmount: Number(search.get('token_amount')) || 0 });
    setSearch({}, { replace: true });
  }, [search, setSearch, mutate]);
}
