import { tokensRoutes } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../../lib/api/call';
import { ApiError } from '../../../lib/api/errors';
import { forget } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { tokensTexts } from '../../../lib/texts/tokens';
import { patchCurrentUser } from '../../../lib/user/current-user';

/** The provider's word to the server may take a moment longer than the browser's way back. */
const looks = { times: 4, pauseMs: 1_500 } as const;

export interface CheckoutOutcome {
  readonly tone: 'plain' | 'success' | 'danger';
  readonly text: string;
}

/** Back from the payment provider: handled once, with a clean address. The server alone adds tokens. Null: no such return. */
export function useCheckoutReturn(): CheckoutOutcome | null {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const handled = useRef<string | null>(null);
  const update = useMutation({
    // Refused until the session has been paid.
    mutationFn: (purchase: { sessionId: string; tokenAmount: number }) =>
      call(tokensRoutes.addTokens, { body: { userId, ...purchase } }),
    retry: looks.times,
    retryDelay: looks.pauseMs,
    onSuccess: ({ tokenCount }) => {
      patchCurrentUser(queryClient, userId, { tokenCount });
      void forget(queryClient, tokensRoutes.getStatement);
    },
  });
  const { mutate } = update;

  useEffect(() => {
    const sessionId = search.get('session_id');
    if (!sessionId || search.get('update_tokens') !== 'true' || handled.current === sessionId) return;
    handled.current = sessionId;
    mutate({ sessionId, tokenAmount: Number(search.get('token_amount')) || 0 });
    setSearch({}, { replace: true });
  }, [search, setSearch, mutate]);

  if (update.isPending) return { tone: 'plain', text: tokensTexts.updating };
  if (update.isSuccess) return { tone: 'success', text: tokensTexts.purchased(update.variables.tokenAmount) };
  return update.isError ? { tone: 'danger', text: updateFailure(update.error) } : null;
}

/** Back from a payment whose tokens are not there: refused by the server, or not to be found out from it. */
export function updateFailure(error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? tokensTexts.updateFailed : tokensTexts.paidButUpdateFailed;
}
