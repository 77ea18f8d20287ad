import type { CheckoutEvent, CheckoutRequested } from './events.js';
import { laterDispute, type Payment, type PaymentStatus, statusOfPayments, untoldPayment } from './payments.js';

type Order = Omit<CheckoutRequested['data'], 'requestedAt'>;

export type KnownCheckout = Order & {
  /** Follows from all facts below, in whichever order they were told. */
  status: 'requested' | 'open' | 'closed' | PaymentStatus;
  /** The tokens are due, once, whatever happened to the money since. */
  isPaid: boolean;
  isClosed: boolean;
  sessionId?: string;
  url?: string;
  /** The payment that was made as ordered, else the last one that was not. */
  paymentId?: string;
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
      const { sessionId, paymentId } = event.data;
      const isPaid = state.isPaid || event.type === 'CheckoutPaid';
      const paid = { ...state, isPaid, sessionId, ...(paymentId && { paymentId }) };
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
export const paymentIdOf = ({ paymentId, sessionId }: { paymentId?: string; sessionId: string }): string =>
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
