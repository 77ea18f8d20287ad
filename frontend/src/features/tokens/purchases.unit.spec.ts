import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../lib/api/errors';
import { purchaseFailure, updateFailure } from './purchases';

const refusal = (status: number, code: string) => new ApiError(status, code, 'what the server says');

describe('a purchase that fails', () => {
  it.each([
    [refusal(503, 'UNAVAILABLE'), 'Payment failed. Please try again.'],
    [refusal(403, 'PAYMENTS_DISABLED'), 'Failed to purchase tokens. Please try again.'],
    [refusal(400, 'VALIDATION_FAILED'), 'Please select a valid token amount.'],
    [ApiError.offline(), 'Failed to purchase tokens. Please try again.'],
  ])('before the payment: %s', (error, text) => {
    expect(purchaseFailure(error)).toBe(text);
  });

  it.each([
    [refusal(403, 'FORBIDDEN'), 'There was an issue updating your tokens. Please contact support.'],
    [
      refusal(500, 'INTERNAL'),
      'Payment was successful, but there was an issue updating your tokens. Please contact support.',
    ],
    [
      ApiError.offline(),
      'Payment was successful, but there was an issue updating your tokens. Please contact support.',
    ],
  ])('after it: %s', (error, text) => {
    expect(updateFailure(error)).toBe(text);
  });
});
