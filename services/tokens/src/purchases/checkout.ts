import { DomainError } from '@candid/event-store';

/** Times are ISO 8601 in UTC, tokens whole, money in minor units of its currency. */
interface CheckoutRequested {
  type: 'CheckoutRequested';
  data: { userId: string; tokens: number; price: number; currency: string; requestedAt: string };
}

/** The provider's page stands; `sessionId` is the provider's. */
interface CheckoutOpened {
  type: 'CheckoutOpened';
  data: { sessionId: string; url: string; openedAt: string };
}

/** The provider has the money: the tokens are due, once. */
interface CheckoutPaid {
  type: 'CheckoutPaid';
  data: { sessionId: string; paymentId?: string | undefined; paidAt: string };
}

/** Nobody will pay on that page any more, as far as the provider knows. */
interface CheckoutClosed {
  type: 'CheckoutClosed';
  data: { reason: 'expired' | 'failed'; closedAt: string };
}

/** Something else was paid than what was for sale: nothing is credited, a person has to look. */
interface PaymentMismatched {
  type: 'PaymentMismatched';
  data: {
    sessionId: string;
    paymentId?: string | undefined;
    amount: number;
    currency: string;
    differing: string[];
    paidAt: string;
  };
}

/** Paid as ordered, but the money is known to be gone or in dispute: the tokens are due only once it is back. */
interface PaymentWithheld {
  type: 'PaymentWithheld';
  data: { sessionId: string; paymentId?: string | undefined; paidAt: string };
}

/** Money went back; `amount` is all that has gone back of the payment so far. Credited tokens stay until support decides. */
interface PaymentRefunded {
  type: 'PaymentRefunded';
  data: { paymentId: string; amount: number; isWhole: boolean; currency: string; refundedAt: string };
}

/** The buyer's bank asks for the money, or has decided who keeps it. Credited tokens stay until support decides. */
interface PaymentDisputed {
  type: 'PaymentDisputed';
  data: { paymentId: string; disputeId: string; state: DisputeState; amount: number; currency: string; saidAt: string };
}

/** Events of stream `checkout-<checkoutId>`. */
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

export type Order = Omit<CheckoutRequested['data'], 'requestedAt'>;

export type RequestCheckout = { type: 'RequestCheckout'; at: string } & Order;

export type OpenCheckout = { type: 'OpenCheckout'; at: string } & Omit<CheckoutOpened['data'], 'openedAt'>;

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

interface CloseCheckout {
  type: 'CloseCheckout';
  reason: 'expired' | 'failed';
  at: string;
}

export type Refund = Omit<PaymentRefunded['data'], 'refundedAt'>;

export type RefundPayment = { type: 'RefundPayment'; at: string } & Refund;

export type Dispute = Omit<PaymentDisputed['data'], 'saidAt'>;

export type DisputePayment = { type: 'DisputePayment'; at: string } & Dispute;

/** A dispute that is won leaves the money here; one that is lost takes it. */
export type DisputeState = 'open' | 'won' | 'lost';

export type CheckoutCommand =
  | RequestCheckout
  | OpenCheckout
  | ConfirmPayment
  | CloseCheckout
  | RefundPayment
  | DisputePayment;

export type KnownCheckout = Order & {
  /** Follows from all facts below, in whichever order they were told. */
  status: 'requested' | 'open' | 'closed' | PaymentStatus;
  /** The tokens are due, once, whatever happened to the money since. */
  isPaid: boolean;
  isClosed: boolean;
  sessionId?: string;
  url?: string;
  /** The payment that was made as ordered, else the last one that was not. */
  paymentId?: string | undefined;
  /** Keyed by the provider's id of the payment, or of the session where it names none. */
  payments: Readonly<Record<string, Payment>>;
};

export type CheckoutState = { status: 'none' } | KnownCheckout;

export const initialState = (): CheckoutState => ({ status: 'none' });

/** Throws an Error where events follow one another as no decision lets them: the stream is broken. */
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

function withFact(state: KnownCheckout, event: Exclude<CheckoutEvent, CheckoutRequested>): KnownCheckout {
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

/** The provider's id of a payment; of its session where it names none. */
export const paymentIdOf = ({ paymentId, sessionId }: Pick<ConfirmPayment, 'paymentId' | 'sessionId'>): string =>
  paymentId ?? sessionId;

/** Which payment was made as ordered, if one was. */
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

/** All that the provider has told about one payment. Every fact only adds, so that their order does not matter. */
interface Payment {
  /** Undefined while only what became of the payment has been told. */
  told?: 'asOrdered' | 'differing';
  /** Money that has gone back so far. */
  refunded: number;
  isRefundedWhole: boolean;
  /** Keyed by the provider's id. */
  disputes: Readonly<Record<string, DisputeState>>;
}

export const untoldPayment: Payment = { refunded: 0, isRefundedWhole: false, disputes: {} };

type PaymentStatus = 'disputed' | 'mismatched' | 'refunded' | 'paid';

/** The first one is the most pressing. */
const pressing: readonly PaymentStatus[] = ['disputed', 'mismatched', 'refunded', 'paid'];

const disputeRanks: readonly DisputeState[] = ['open', 'won', 'lost'];

/** A dispute that was closed does not open again, whichever was told first. */
export const laterDispute = (one: DisputeState | undefined, other: DisputeState): DisputeState =>
  one && disputeRanks.indexOf(one) > disputeRanks.indexOf(other) ? one : other;

const isDisputed = ({ disputes }: Payment): boolean => Object.values(disputes).some((state) => state !== 'won');

/** The money is not here, or somebody else may get it. */
export const isMoneyGone = (payment: Payment): boolean => payment.isRefundedWhole || isDisputed(payment);

function statusOfPayment(payment: Payment): PaymentStatus | undefined {
  if (isDisputed(payment)) return 'disputed';
  if (payment.isRefundedWhole) return 'refunded';
  if (payment.told === 'differing') return 'mismatched';
  if (payment.refunded > 0) return 'refunded';
  return payment.told && 'paid';
}

/** Returns the most pressing status of all payments of a checkout, undefined without a payment. */
function statusOfPayments(payments: readonly Payment[]): PaymentStatus | undefined {
  const statuses = payments.map(statusOfPayment);
  return pressing.find((status) => statuses.includes(status));
}

export const invalidAmount = () => {
  const message = 'Please select a valid token amount.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'tokenAmount', message }]);
};

export const otherPrice = () => {
  const message = 'The price of this pack is another one by now.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'purchasePrice', message }]);
};

export const paymentsDisabled = () => new DomainError('PAYMENTS_DISABLED', 'Purchases are disabled at the moment.');

export const badSignature = () => new DomainError('VALIDATION_FAILED', 'The signature is not valid.');

export const notPaid = () => new DomainError('FORBIDDEN', 'There is no paid checkout session of yours.');

export const unknownCheckout = () => new DomainError('NOT_FOUND', 'There is no such checkout.');

export const otherCheckout = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another purchase.');

export const providerUnavailable = () => new DomainError('UNAVAILABLE', 'The payment provider does not answer.');
