import { useMutation } from '@tanstack/react-query';
import { useUserId } from '../../../lib/session/use-session';
import { tokensTexts } from '../../../lib/texts/tokens';
import { toastStore } from '../../../ui/toast/toast-store';
import { openCheckout } from '../api/purchase';

interface Pack {
  readonly tokens: number;
  readonly price: number;
}

/** Leaves for the payment provider's page; stays busy until the browser has gone. */
export function usePurchase() {
  const userId = useUserId();
  const mutation = useMutation({
    mutationFn: ({ tokens, price }: Pack) =>
      openCheckout({ userId, tokenAmount: tokens, purchasePrice: price }, crypto.randomUUID()),
    onSuccess: (url) => window.location.assign(url),
    onError: () => toastStore.show({ text: tokensTexts.purchaseFailed, tone: 'danger' }),
  });
  return {
    buy: (pack: Pack) => mutation.mutate(pack),
    /** Of the pack whose page is being opened. */
    busyTokens: mutation.isPending || mutation.isSuccess ? mutation.variables.tokens : null,
  };
}
