import { ApiError, hasCode } from '../../../lib/api/errors';
import { tokensTexts } from '../../../lib/texts/tokens';

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
