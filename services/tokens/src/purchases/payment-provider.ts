import { type ConfirmPayment, type Dispute, type Order, paymentsDisabled, type Refund } from './checkout.js';

/** `checkoutId` is this service's id. The provider returns it with each notification, and opens one session for it. */
export type CheckoutOrder = { checkoutId: string } & Order;

/** Amounts are in minor units. `at` is ISO 8601, by the provider's clock. */
export interface PaymentNotification {
  /** The provider's id, the same for each delivery of a notification. */
  eventId: string;
  /** The provider's name for the type of the notification. */
  type: string;
  at: string;
  about: SessionNews | ReversalNews | { kind: 'other' };
}

/** `checkoutId`, `userId` and `tokens` were attached to the session when it was opened. */
export type SessionNews = Omit<ConfirmPayment, 'type' | 'at'> & {
  kind: 'session';
  /** `pending`: the buyer has finished, but the money has not arrived yet. */
  state: 'paid' | 'pending' | 'failed' | 'expired';
  checkoutId?: string | undefined;
};

/** Some providers name only the payment in a dispute. */
export type ReversalNews = { checkoutId?: string | undefined } & (
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'dispute' } & Dispute)
);

export interface PaymentProvider {
  readonly isEnabled: boolean;
  /** Opens one session per order. Throws DomainError PAYMENTS_DISABLED, UNAVAILABLE. */
  openCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Throws DomainError VALIDATION_FAILED if the provider did not sign these bytes, or signed them too long ago. */
  readNotification(body: Buffer, signature: string): PaymentNotification;
}

export const PAYMENT_PROVIDER = Symbol('PaymentProvider');

const refuse = (): never => {
  throw paymentsDisabled();
};

/** Used if no provider is configured: nothing is for sale. */
export const noPayments: PaymentProvider = {
  isEnabled: false,
  openCheckout: async () => refuse(),
  readNotification: refuse,
};
