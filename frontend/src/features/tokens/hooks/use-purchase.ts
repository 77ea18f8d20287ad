import { tokensRoutes } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { tokensTexts } from '../../../lib/texts/tokens';

interface Pack {
  readonly tokens: number;
  readonly price: number;
}

class NoAmount extends Error {}

/** Opens the payment provider's page. It stays busy until the browser has left. */
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
    /** Tokens of the pack whose payment page is opening. */
    busyTokens: mutation.isPending || mutation.isSuccess ? mutation.variables.tokens : null,
    problem: error && (error instanceof NoAmount ? tokensTexts.amountInvalid : purchaseFailure(error)),
  };
}

/** Explains why the payment page did not open: the provider failed, or a step before it. */
export function purchaseFailure(error: unknown): string {
  if (hasCode(error, 'UNAVAILABLE')) return tokensTexts.paymentFailed;
  return hasCode(error, 'VALIDATION_FAILED') ? tokensTexts.amountInvalid : tokensTexts.purchaseFailed;
}
