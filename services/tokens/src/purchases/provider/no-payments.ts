import { paymentsDisabled } from '../domain/errors.js';
import type { PaymentProvider } from './payment-provider.js';

/** Nothing is for sale. */
export const noPayments: PaymentProvider = {
  isEnabled: false,
  openCheckout: async () => {
    throw paymentsDisabled();
  },
  readNotification: () => {
    throw paymentsDisabled();
  },
};
