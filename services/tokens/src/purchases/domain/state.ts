import type { CheckoutEvent, CheckoutRequested } from './events.js';

type Order = Omit<CheckoutRequested['data'], 'requestedAt'>;

export type CheckoutState =
  | { status: 'none' }
  | (Order & {
      status: 'requested' | 'open' | 'closed' | 'paid' | 'mismatched' | 'refunded' | 'disputed';
      /** Paid at some time, whatever happened to the money since. */
      isPaid: boolean;
      sessionId?: string;
      url?: string;
      paymentId?: string;
    });

export const initialState = (): CheckoutState => ({ status: 'none' });

/** Throws an Error where events follow one another as no decision lets them: the stream is broken. */
export function evolve(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  if (event.type === 'CheckoutRequested' && state.status === 'none') {
    const { requestedAt: _, ...order } = event.data;
    return { ...order, status: 'requested', isPaid: false };
  }
  if (event.type === 'CheckoutRequested' || state.status === 'none') {
    throw new Error(`${event.type} cannot follow on a checkout that is ${state.status}`);
  }
  switch (event.type) {
    case 'CheckoutOpened': {
      const { sessionId, url } = event.data;
      return { ...state, status: state.status === 'requested' ? 'open' : state.status, sessionId, url };
    }
    case 'CheckoutPaid': {
      const { sessionId, paymentId } = event.data;
      // Told after the money had gone back already: that stays in sight.
      const status = state.status === 'refunded' || state.status === 'disputed' ? state.status : 'paid';
      return { ...state, status, isPaid: true, sessionId, ...(paymentId && { paymentId }) };
    }
    case 'PaymentMismatched': {
      const { paymentId } = event.data;
      return { ...state, status: 'mismatched', ...(paymentId && { paymentId }) };
    }
    case 'CheckoutClosed':
      return { ...state, status: 'closed' };
    case 'PaymentReversed':
      return { ...state, status: event.data.kind };
  }
}
