import type { Decider } from '@candid/event-store';
import type { CheckoutCommand, ConfirmPayment, OpenCheckout, RequestCheckout } from './commands.js';
import { otherCheckout, unknownCheckout } from './errors.js';
import type { CheckoutEvent } from './events.js';
import { type CheckoutState, evolve, initialState } from './state.js';

/**
 * The provider's word comes in any order and more than once. What was paid is credited whatever else was said before;
 * what was only said to have ended or failed never takes a payment back.
 */
export function decide(command: CheckoutCommand, state: CheckoutState): CheckoutEvent[] {
  if (command.type === 'RequestCheckout') return requestCheckout(command, state);
  if (state.status === 'none') throw unknownCheckout();
  switch (command.type) {
    case 'OpenCheckout':
      return openCheckout(command, state);
    case 'ConfirmPayment':
      return confirmPayment(command, state);
    case 'CloseCheckout': {
      if (state.status !== 'requested' && state.status !== 'open') return [];
      return [{ type: 'CheckoutClosed', data: { reason: command.reason, closedAt: command.at } }];
    }
    case 'ReversePayment': {
      const { kind, amount, currency, at: reversedAt } = command;
      return [{ type: 'PaymentReversed', data: { kind, amount, currency, reversedAt } }];
    }
  }
}

export const checkoutDecider: Decider<CheckoutState, CheckoutCommand, CheckoutEvent> = {
  initialState,
  evolve,
  decide,
};

type KnownCheckout = Exclude<CheckoutState, { status: 'none' }>;

function requestCheckout({ type: _, at, ...order }: RequestCheckout, state: CheckoutState): CheckoutEvent[] {
  if (state.status === 'none') return [{ type: 'CheckoutRequested', data: { ...order, requestedAt: at } }];
  const { userId, tokens, price, currency } = state;
  const isSame =
    order.userId === userId && order.tokens === tokens && order.price === price && order.currency === currency;
  if (!isSame) throw otherCheckout();
  return [];
}

function openCheckout({ sessionId, url, at }: OpenCheckout, state: KnownCheckout): CheckoutEvent[] {
  if (state.url !== undefined) return [];
  return [{ type: 'CheckoutOpened', data: { sessionId, url, openedAt: at } }];
}

function confirmPayment(command: ConfirmPayment, state: KnownCheckout): CheckoutEvent[] {
  if (state.isPaid) return [];
  const { sessionId, amount, currency, at: paidAt } = command;
  const paymentId = command.paymentId === undefined ? {} : { paymentId: command.paymentId };
  const differing = differencesOf(command, state);
  if (differing.length === 0) return [{ type: 'CheckoutPaid', data: { sessionId, ...paymentId, paidAt } }];
  const data = { sessionId, ...paymentId, amount, currency, differing, paidAt };
  return [{ type: 'PaymentMismatched', data }];
}

function differencesOf(command: ConfirmPayment, state: KnownCheckout): string[] {
  const differing: string[] = [];
  if (command.amount !== state.price) differing.push('amount');
  if (command.currency.toUpperCase() !== state.currency) differing.push('currency');
  if (command.userId !== state.userId) differing.push('userId');
  if (command.tokens !== state.tokens) differing.push('tokens');
  if (state.sessionId !== undefined && command.sessionId !== state.sessionId) differing.push('sessionId');
  return differing;
}
