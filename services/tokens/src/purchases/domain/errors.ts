import { DomainError } from '@candid/event-store';

export const invalidAmount = () => {
  const message = 'Please select a valid token amount.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'tokenAmount', message }]);
};

export const otherPrice = () => {
  const message = 'The price of this pack is another one by now.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'purchasePrice', message }]);
};

export const paymentsDisabled = () => new DomainError('PAYMENTS_DISABLED', 'Purchases are disabled at the moment.');

export const badSignature = () => new DomainError('VALIDATION_FAILED', 'The signature is not valid.');

export const notPaid = () => new DomainError('FORBIDDEN', 'There is no paid checkout session of yours.');

export const unknownCheckout = () => new DomainError('NOT_FOUND', 'There is no such checkout.');

export const otherCheckout = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another purchase.');

export const providerUnavailable = () => new DomainError('UNAVAILABLE', 'The payment provider does not answer.');
