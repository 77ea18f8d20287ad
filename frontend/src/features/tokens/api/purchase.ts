import { tokensRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** The address of the payment provider's page for this pack. */
export async function openCheckout(
  input: { userId: string; tokenAmount: number; purchasePrice: number },
  idempotencyKey: string,
): Promise<string> {
  return (await call(tokensRoutes.createCheckoutSession, { body: input, idempotencyKey })).url;
}

/** The balance once the paid session is credited; refused until it has been paid. */
export async function tokensAfterPurchase(input: {
  userId: string;
  tokenAmount: number;
  sessionId: string;
}): Promise<number> {
  return (await call(tokensRoutes.addTokens, { body: input })).tokenCount;
}
