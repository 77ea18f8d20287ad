import { useMutation } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { tokensTexts } from '../../../lib/texts/tokens';
import { openCheckout, purchaseFailure } from '../api/purchase';

interface Pack {
  readonly tokens: number;
  readonly price: number;
}

class NoAmount extends Error {}

/** Leaves for the payment provider's page; stays busy until the browser has gone. */
export function usePurchase() {
  const userId = useUserId();
  const mutation = useMutation({
    mutationFn: async ({ tokens, price }: Pack) => {
      if (tokens < 1) throw new NoAmount();
      return openCheckout({ userId, tokenAmount: tokens, purchasePrice: price }, newIdempotencyKey());
    },
    retry: false,
    onSuccess: (url) => window.location.assign(url),
  });
  const { error } = mutation;
  return {
    buy: (pack: Pack) => mutation.mutate(pack),
    /** Of the pack whose page is being opened. */
    busyTokens: mutation.isPending || mutation.isSuccess ? mutation.variables.tokens : null,
    problem: error && (error instanceof NoAmount ? tokensTexts.amountInvalid : purchaseFailure(error)),
  };
}
