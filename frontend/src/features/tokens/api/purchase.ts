import { tokensRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { ApiError, hasCode } from '../../../lib/api/errors';
import { tokensTexts } from '../../../lib/texts/tokens';

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

/** Why the way to the payment provider did not open: the provider itself, or anything before it. */
export function purchaseFailure(error: unknown): string {
  if (hasCode(error, 'UNAVAILABLE')) return tokensTexts.paymentFailed;
  return hasCode(error, 'VALIDATION_FAILED') ? tokensTexts.amountInvalid : tokensTexts.purchaseFailed;
}

/** Back from a payment whose tokens are not there: refused by the server, or not to be found out from it. */
export function updateFailure(error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? tokensTexts.updateFailed : tokensTexts.paidButUpdateFailed;
}
