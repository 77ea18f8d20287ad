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

/** The money went back, or somebody asks for it. The tokens stay until support decides. */
export interface PaymentReversed {
  type: 'PaymentReversed';
  data: { kind: 'refunded' | 'disputed'; amount: number; currency: string; reversedAt: string };
}

/** Of stream `checkout-<checkoutId>`. */
export type CheckoutEvent =
  | CheckoutRequested
  | CheckoutOpened
  | CheckoutPaid
  | CheckoutClosed
  | PaymentMismatched
  | PaymentReversed;

export const checkoutStreamId = (checkoutId: string): string => `checkout-${checkoutId}`;
