import type { Provider } from '@nestjs/common';
import { noPayments } from './no-payments.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from './payment-provider.js';
import { StripePayments, type StripeSettings } from './stripe-payments.js';

/** The one provider that is configured, or none. */
export function providePayments(stripe: StripeSettings | undefined): Provider {
  return {
    provide: PAYMENT_PROVIDER,
    useFactory: async (): Promise<PaymentProvider> => (stripe ? StripePayments.connect(stripe) : noPayments),
  };
}
