import { type ConfirmPayment, type Dispute, type Order, paymentsDisabled, type Refund } from './checkout.js';

/** The id is ours. The provider returns it with each notification, and makes no second session for it. */
export type CheckoutOrder = { checkoutId: string } & Order;

/** Amounts are in minor units, `at` is ISO 8601 by the provider's clock. */
export interface PaymentNotification {
  /** The provider's id: the same id is the same notification. */
  eventId: string;
  /** The provider's own name for it. */
  type: string;
  at: string;
  about: SessionNews | ReversalNews | { kind: 'other' };
}

/** `checkoutId`, `userId` and `tokens` were bound to the session when it was opened. */
export type SessionNews = Omit<ConfirmPayment, 'type' | 'at'> & {
  kind: 'session';
  /** `pending`: the page is done with, the money not there yet. */
  state: 'paid' | 'pending' | 'failed' | 'expired';
  checkoutId?: string | undefined;
};

/** Some providers name only the payment of a dispute. */
export type ReversalNews = { checkoutId?: string | undefined } & (
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'dispute' } & Dispute)
);

export interface PaymentProvider {
  readonly isEnabled: boolean;
  /** The same order has the same session. Throws DomainError PAYMENTS_DISABLED, UNAVAILABLE. */
  openCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Throws DomainError VALIDATION_FAILED if the provider did not sign these bytes, or too long ago. */
  readNotification(body: Buffer, signature: string): PaymentNotification;
}

export const PAYMENT_PROVIDER = Symbol('PaymentProvider');

const refuse = (): never => {
  throw paymentsDisabled();
};

/** Nothing is for sale. */
export const noPayments: PaymentProvider = {
  isEnabled: false,
  openCheckout: async () => refuse(),
  readNotification: refuse,
};
