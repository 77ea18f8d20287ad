import { DomainError } from '@candid/event-store';

/** A pack for sale: whole tokens, and a price in minor units of its currency. */
export interface Order {
  userId: string;
  tokens: number;
  price: number;
  currency: string;
}

interface Paid {
  sessionId: string;
  paymentId?: string | undefined;
  paidAt: string;
}

/** A refund. `amount` is the payment's total refund so far. Credited tokens stay until support staff decide. */
export interface Refund {
  paymentId: string;
  amount: number;
  isWhole: boolean;
  currency: string;
}

/** The buyer's bank reclaims the money, or has decided. Credited tokens stay until support staff decide. */
export interface Dispute {
  paymentId: string;
  disputeId: string;
  state: DisputeState;
  amount: number;
  currency: string;
}

/** The platform keeps the money of a `won` dispute and loses that of a `lost` one. */
export type DisputeState = 'open' | 'won' | 'lost';

/** Events of stream `checkout-<checkoutId>`. Times are ISO 8601 in UTC. */
export type CheckoutEvent =
  | { type: 'CheckoutRequested'; data: Order & { requestedAt: string } }
  /** The provider's page is open. `sessionId` is the provider's id. */
  | { type: 'CheckoutOpened'; data: { sessionId: string; url: string; openedAt: string } }
  /** The provider has the money, so the tokens are due exactly once. */
  | { type: 'CheckoutPaid'; data: Paid }
  /** Nobody will pay on this page any more, as far as the provider knows. */
  | { type: 'CheckoutClosed'; data: { reason: 'expired' | 'failed'; closedAt: string } }
  /** The payment differs from the order: nothing is credited, and a person has to check it. */
  | { type: 'PaymentMismatched'; data: Paid & { amount: number; currency: string; differing: string[] } }
  /** Paid as ordered, but the money is gone or in dispute. The tokens are due only if the money comes back. */
  | { type: 'PaymentWithheld'; data: Paid }
  | { type: 'PaymentRefunded'; data: Refund & { refundedAt: string } }
  | { type: 'PaymentDisputed'; data: Dispute & { saidAt: string } };

export const checkoutStreamId = (checkoutId: string): string => `checkout-${checkoutId}`;

/** The provider's statement about a payment. Absent fields were not stated. */
export interface ConfirmPayment {
  type: 'ConfirmPayment';
  sessionId: string;
  paymentId?: string | undefined;
  userId?: string | undefined;
  tokens?: number | undefined;
  amount: number;
  currency: string;
  at: string;
}

export type CheckoutCommand =
  | ({ type: 'RequestCheckout'; at: string } & Order)
  | { type: 'OpenCheckout'; sessionId: string; url: string; at: string }
  | ConfirmPayment
  | { type: 'CloseCheckout'; reason: 'expired' | 'failed'; at: string }
  | ({ type: 'RefundPayment'; at: string } & Refund)
  | ({ type: 'DisputePayment'; at: string } & Dispute);

export type CommandOf<Type extends CheckoutCommand['type']> = Extract<CheckoutCommand, { type: Type }>;

export type KnownCheckout = Order & {
  /** Computed from the facts below; their order of arrival does not matter. */
  status: 'requested' | 'open' | 'closed' | PaymentStatus;
  /** True once the tokens are due, even if the money is gone later. */
  isPaid: boolean;
  isClosed: boolean;
  sessionId?: string;
  url?: string;
  /** The payment that matches the order, else the last one that differs. */
  paymentId?: string | undefined;
  /** Keyed by the provider's id of the payment, or of the session if no payment is named. */
  payments: Readonly<Record<string, Payment>>;
};

export type CheckoutState = { status: 'none' } | KnownCheckout;

export const initialState = (): CheckoutState => ({ status: 'none' });

/** Throws an Error if an event cannot follow the state: the stream is broken. */
export function evolve(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  if (event.type === 'CheckoutRequested' && state.status === 'none') {
    const { requestedAt: _, ...order } = event.data;
    return { ...order, status: 'requested', isPaid: false, isClosed: false, payments: {} };
  }
  if (event.type === 'CheckoutRequested' || state.status === 'none') {
    throw new Error(`${event.type} cannot follow on a checkout that is ${state.status}`);
  }
  const next = withFact(state, event);
  return { ...next, status: statusOf(next) };
}

function withFact(state: KnownCheckout, event: Exclude<CheckoutEvent, { type: 'CheckoutRequested' }>): KnownCheckout {
  switch (event.type) {
    case 'CheckoutOpened': {
      const { sessionId, url } = event.data;
      return { ...state, sessionId, url };
    }
    case 'CheckoutPaid':
    case 'PaymentWithheld': {
      const { sessionId, paymentId = state.paymentId } = event.data;
      const isPaid = state.isPaid || event.type === 'CheckoutPaid';
      const paid = { ...state, isPaid, sessionId, paymentId };
      return withPayment(paid, paymentIdOf(event.data), () => ({ told: 'asOrdered' }));
    }
    case 'PaymentMismatched': {
      const { paymentId } = event.data;
      const isShown = paymentId !== undefined && orderedPaymentOf(state) === undefined;
      const mismatched = { ...state, ...(isShown && { paymentId }) };
      return withPayment(mismatched, paymentIdOf(event.data), () => ({ told: 'differing' }));
    }
    case 'CheckoutClosed':
      return { ...state, isClosed: true };
    case 'PaymentRefunded': {
      const { paymentId, amount, isWhole } = event.data;
      return withPayment(state, paymentId, ({ refunded, isRefundedWhole }) => ({
        refunded: Math.max(refunded, amount),
        isRefundedWhole: isRefundedWhole || isWhole,
      }));
    }
    case 'PaymentDisputed': {
      const { paymentId, disputeId, state: told } = event.data;
      return withPayment(state, paymentId, ({ disputes }) => ({
        disputes: { ...disputes, [disputeId]: laterDispute(disputes[disputeId], told) },
      }));
    }
  }
}

/** The provider's id of the payment, or of the session if no payment is named. */
export const paymentIdOf = ({ paymentId, sessionId }: Pick<ConfirmPayment, 'paymentId' | 'sessionId'>): string =>
  paymentId ?? sessionId;

/** The payment that matches the order, if there is one. */
export const orderedPaymentOf = ({ payments }: KnownCheckout): string | undefined =>
  Object.keys(payments).find((paymentId) => payments[paymentId]!.told === 'asOrdered');

function withPayment(
  state: KnownCheckout,
  paymentId: string,
  change: (payment: Payment) => Partial<Payment>,
): KnownCheckout {
  const payment = state.payments[paymentId] ?? untoldPayment;
  return { ...state, payments: { ...state.payments, [paymentId]: { ...payment, ...change(payment) } } };
}

function statusOf({ payments, isClosed, url }: KnownCheckout): KnownCheckout['status'] {
  return statusOfPayments(Object.values(payments)) ?? (isClosed ? 'closed' : url === undefined ? 'requested' : 'open');
}

/** All facts that the provider has stated about one payment. Facts are only added, so their order does not matter. */
interface Payment {
  /** Undefined while only refunds or disputes of the payment are known. */
  told?: 'asOrdered' | 'differing';
  /** Amount refunded so far. */
  refunded: number;
  isRefundedWhole: boolean;
  /** Keyed by the provider's id. */
  disputes: Readonly<Record<string, DisputeState>>;
}

export const untoldPayment: Payment = { refunded: 0, isRefundedWhole: false, disputes: {} };

type PaymentStatus = 'disputed' | 'mismatched' | 'refunded' | 'paid';

/** Statuses of payments, the most urgent first. */
const pressing: readonly PaymentStatus[] = ['disputed', 'mismatched', 'refunded', 'paid'];

const disputeRanks: readonly DisputeState[] = ['open', 'won', 'lost'];

/** Returns the later state: a closed dispute does not reopen. */
export const laterDispute = (one: DisputeState | undefined, other: DisputeState): DisputeState =>
  one && disputeRanks.indexOf(one) > disputeRanks.indexOf(other) ? one : other;

const isDisputed = ({ disputes }: Payment): boolean => Object.values(disputes).some((state) => state !== 'won');

/** Returns true if the money is refunded completely or in dispute. */
export const isMoneyGone = (payment: Payment): boolean => payment.isRefundedWhole || isDisputed(payment);

function statusOfPayment(payment: Payment): PaymentStatus | undefined {
  if (isDisputed(payment)) return 'disputed';
  if (payment.isRefundedWhole) return 'refunded';
  if (payment.told === 'differing') return 'mismatched';
  if (payment.refunded > 0) return 'refunded';
  return payment.told && 'paid';
}

/** Returns undefined if there is no payment. */
function statusOfPayments(payments: readonly Payment[]): PaymentStatus | undefined {
  const statuses = payments.map(statusOfPayment);
  return pressing.find((status) => statuses.includes(status));
}

const invalid = (field: string, message: string) => new DomainError('VALIDATION_FAILED', message, [{ field, message }]);

export const invalidAmount = () => invalid('tokenAmount', 'Please select a valid token amount.');

export const otherPrice = () => invalid('purchasePrice', 'The price of this pack is another one by now.');

export const paymentsDisabled = () => new DomainError('PAYMENTS_DISABLED', 'Purchases are disabled at the moment.');

export const badSignature = () => new DomainError('VALIDATION_FAILED', 'The signature is not valid.');

export const notPaid = () => new DomainError('FORBIDDEN', 'There is no paid checkout session of yours.');

export const unknownCheckout = () => new DomainError('NOT_FOUND', 'There is no such checkout.');

export const otherCheckout = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another purchase.');

export const providerUnavailable = () => new DomainError('UNAVAILABLE', 'The payment provider does not answer.');
