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

export interface ReversePayment {
  type: 'ReversePayment';
  kind: 'refunded' | 'disputed';
  amount: number;
  currency: string;
  at: string;
}

export type CheckoutCommand = RequestCheckout | OpenCheckout | ConfirmPayment | CloseCheckout | ReversePayment;
