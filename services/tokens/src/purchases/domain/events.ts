import type { DisputeState } from './commands.js';

/** Times are ISO 8601 in UTC, tokens whole, money in minor units of its currency. */
export interface CheckoutRequested {
  type: 'CheckoutRequested';
  data: { userId: string; tokens: number; price: number; currency: string; requestedAt: string };
}

/** The provider's page stands; `sessionId` is the provider's. */
export interface CheckoutOpened {
  type: 'CheckoutOpened';
  data: { sessionId: string; url: string; openedAt: string };
}

/** The provider has the money: the tokens are due, once. */
export interface CheckoutPaid {
  type: 'CheckoutPaid';
  data: { sessionId: string; paymentId?: string; paidAt: string };
}

/** Nobody will pay on that page any more, as far as the provider knows. */
export interface CheckoutClosed {
  type: 'CheckoutClosed';
  data: { reason: 'expired' | 'failed'; closedAt: string };
}

/** Something else was paid than what was for sale: nothing is credited, a person has to look. */
export interface PaymentMismatched {
  type: 'PaymentMismatched';
  data: {
    sessionId: string;
    paymentId?: string;
    amount: number;
    currency: string;
    differing: string[];
    paidAt: string;
  };
}

/** Paid as ordered, but the money is known to be gone or in dispute: the tokens are due only once it is back. */
export interface PaymentWithheld {
  type: 'PaymentWithheld';
  data: { sessionId: string; paymentId?: string; paidAt: string };
}

/** Money went back; `amount` is all that has gone back of the payment so far. Credited tokens stay until support decides. */
export interface PaymentRefunded {
  type: 'PaymentRefunded';
  data: { paymentId: string; amount: number; isWhole: boolean; currency: string; refundedAt: string };
}

/** The buyer's bank asks for the money, or has decided who keeps it. Credited tokens stay until support decides. */
export interface PaymentDisputed {
  type: 'PaymentDisputed';
  data: { paymentId: string; disputeId: string; state: DisputeState; amount: number; currency: string; saidAt: string };
}

/** Of stream `checkout-<checkoutId>`. */
export type CheckoutEvent =
  | CheckoutRequested
  | CheckoutOpened
  | CheckoutPaid
  | CheckoutClosed
  | PaymentMismatched
  | PaymentWithheld
  | PaymentRefunded
  | PaymentDisputed;

export const checkoutStreamId = (checkoutId: string): string => `checkout-${checkoutId}`;
