import { tokensRoutes } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../lib/api/call';
import { ApiError, hasCode } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { forget } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';
import { tokensTexts } from '../../lib/texts/tokens';
import { patchCurrentUser } from '../../lib/user/current-user';

type Pack = Readonly<Record<'tokens' | 'price', number>>;

class NoAmount extends Error {}

/** Opens the payment provider's page. The purchase stays busy until the browser has left this page. */
export function usePurchase() {
  const userId = useUserId();
  const mutation = useMutation({
    mutationFn: async ({ tokens, price }: Pack) => {
      if (tokens < 1) throw new NoAmount();
      const body = { userId, tokenAmount: tokens, purchasePrice: price };
      return call(tokensRoutes.createCheckoutSession, { body, idempotencyKey: newIdempotencyKey() });
    },
    retry: false,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { error } = mutation;
  return {
    buy: (pack: Pack) => mutation.mutate(pack),
    busyTokens: mutation.isPending || mutation.isSuccess ? mutation.variables.tokens : null,
    problem: error && (error instanceof NoAmount ? tokensTexts.amountInvalid : purchaseFailure(error)),
  };
}

export function purchaseFailure(error: unknown): string {
  if (hasCode(error, 'UNAVAILABLE')) return tokensTexts.paymentFailed;
  return hasCode(error, 'VALIDATION_FAILED') ? tokensTexts.amountInvalid : tokensTexts.purchaseFailed;
}

/** The provider's confirmation may reach the server after the browser has returned. */
const looks = { times: 4, pauseMs: 1_500 } as const;

/** Handles the return from the payment provider once, and cleans the address. Only the server adds tokens. */
export function useCheckoutReturn() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const handled = useRef<string | null>(null);
  const update = useMutation({
    // The server refuses this call until the checkout session has been paid.
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

  if (update.isPending) return { tone: 'plain', text: tokensTexts.updating } as const;
  if (update.isSuccess) return { tone: 'success', text: tokensTexts.purchased(update.variables.tokenAmount) } as const;
  return update.isError ? ({ tone: 'danger', text: updateFailure(update.error) } as const) : null;
}

export function updateFailure(error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? tokensTexts.updateFailed : tokensTexts.paidButUpdateFailed;
}
