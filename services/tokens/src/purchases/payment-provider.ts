import { type DisputeState, paymentsDisabled } from './checkout.js';

export interface CheckoutOrder {
  /** Ours; the provider gives it back with each notification, and makes no second session for it. */
  checkoutId: string;
  userId: string;
  tokens: number;
  /** Minor units of `currency`. */
  price: number;
  currency: string;
}

/** Amounts are in minor units, `at` is ISO 8601 by the provider's clock. */
export interface PaymentNotification {
  /** The provider's, of this notification: the same again is the same notification. */
  eventId: string;
  /** The provider's own name for it. */
  type: string;
  at: string;
  about: SessionNews | ReversalNews | { kind: 'other' };
}

export interface SessionNews {
  kind: 'session';
  /** `pending`: the page is done with, the money not there yet. */
  state: 'paid' | 'pending' | 'failed' | 'expired';
  sessionId: string;
  paymentId?: string;
  /** This and the next two fields were bound to the session when it was opened. */
  checkoutId?: string;
  userId?: string;
  tokens?: number;
  amount: number;
  currency: string;
}

export type ReversalNews = RefundNews | DisputeNews;

interface RefundNews {
  kind: 'refund';
  paymentId: string;
  checkoutId?: string;
  /** All that has gone back of the payment so far. */
  amount: number;
  isWhole: boolean;
  currency: string;
}

interface DisputeNews {
  kind: 'dispute';
  paymentId: string;
  /** Some providers name only the payment. */
  checkoutId?: string;
  disputeId: string;
  state: DisputeState;
  amount: number;
  currency: string;
}

export interface PaymentProvider {
  readonly isEnabled: boolean;
  /** The same order again answers the same session. Throws DomainError PAYMENTS_DISABLED, UNAVAILABLE. */
  openCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Throws DomainError VALIDATION_FAILED where the provider did not sign these very bytes, or too long ago. */
  readNotification(body: Buffer, signature: string): PaymentNotification;
}

export const PAYMENT_PROVIDER = Symbol('PaymentProvider');

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
