export interface RequestCheckout {
  type: 'RequestCheckout';
  userId: string;
  tokens: number;
  price: number;
  currency: string;
  at: string;
}

export interface OpenCheckout {
  type: 'OpenCheckout';
  sessionId: string;
  url: string;
  at: string;
}

/** What the provider says was paid, and for whom and what; absent where it does not say. */
export interface ConfirmPayment {
  type: 'ConfirmPayment';
  sessionId: string;
  paymentId?: string;
  userId?: string;
  tokens?: number;
  amount: number;
  currency: string;
  at: string;
}

export interface CloseCheckout {
  type: 'CloseCheckout';
  reason: 'expired' | 'failed';
  at: string;
}

export interface RefundPayment {
  type: 'RefundPayment';
  paymentId: string;
  /** All that has gone back of the payment so far. */
  amount: number;
  isWhole: boolean;
  currency: string;
  at: string;
}

export interface DisputePayment {
  type: 'DisputePayment';
  paymentId: string;
  disputeId: string;
  state: DisputeState;
  amount: number;
  currency: string;
  at: string;
}

/** A dispute that is won leaves the money here; one that is lost takes it. */
export type DisputeState = 'open' | 'won' | 'lost';

export type CheckoutCommand =
  | RequestCheckout
  | OpenCheckout
  | ConfirmPayment
  | CloseCheckout
  | RefundPayment
  | DisputePayment;
