import type { Decider } from '@candid/event-store';
import {
  type CheckoutCommand,
  type CheckoutEvent,
  type CheckoutState,
  type CommandOf,
  evolve,
  initialState,
  isMoneyGone,
  type KnownCheckout,
  laterDispute,
  orderedPaymentOf,
  otherCheckout,
  paymentIdOf,
  unknownCheckout,
  untoldPayment,
} from './checkout.js';

/**
 * Notifications of the provider arrive in any order and more than once. Every fact is recorded, and the status follows
 * from all facts. The tokens become due if the money was paid as ordered and is not known to be gone; later facts never
 * take them back.
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
      if (state.isClosed || Object.values(state.payments).some(({ told }) => told !== undefined)) return [];
      return [{ type: 'CheckoutClosed', data: { reason: command.reason, closedAt: command.at } }];
    }
    case 'RefundPayment':
      return refundPayment(command, state);
    case 'DisputePayment':
      return disputePayment(command, state);
  }
}

export const checkoutDecider: Decider<CheckoutState, CheckoutCommand, CheckoutEvent> = {
  initialState,
  evolve,
  decide,
};

function requestCheckout(
  { type: _, at, ...order }: CommandOf<'RequestCheckout'>,
  state: CheckoutState,
): CheckoutEvent[] {
  if (state.status === 'none') return [{ type: 'CheckoutRequested', data: { ...order, requestedAt: at } }];
  const fields = ['userId', 'tokens', 'price', 'currency'] as const;
  if (fields.some((field) => order[field] !== state[field])) throw otherCheckout();
  return [];
}

function openCheckout({ sessionId, url, at }: CommandOf<'OpenCheckout'>, state: KnownCheckout): CheckoutEvent[] {
  if (state.url !== undefined) return [];
  return [{ type: 'CheckoutOpened', data: { sessionId, url, openedAt: at } }];
}

function confirmPayment(command: CommandOf<'ConfirmPayment'>, state: KnownCheckout): CheckoutEvent[] {
  if (isToldAgain(command, state)) return [];
  const payment = state.payments[paymentIdOf(command)] ?? untoldPayment;
  const { sessionId, amount, currency, at: paidAt } = command;
  const paymentId = command.paymentId === undefined ? {} : { paymentId: command.paymentId };
  const differing = differencesOf(command, state);
  if (differing.length > 0) {
    return [{ type: 'PaymentMismatched', data: { sessionId, ...paymentId, amount, currency, differing, paidAt } }];
  }
  const type = isMoneyGone(payment) ? 'PaymentWithheld' : 'CheckoutPaid';
  return [{ type, data: { sessionId, ...paymentId, paidAt } }];
}

/** Returns true if this payment is already recorded as ordered. One of its notifications may name only the session. */
function isToldAgain({ sessionId, paymentId = sessionId }: CommandOf<'ConfirmPayment'>, state: KnownCheckout): boolean {
  const ordered = orderedPaymentOf(state);
  if (ordered === undefined) return false;
  return ordered === paymentId || (sessionId === state.sessionId && [ordered, paymentId].includes(sessionId));
}

function refundPayment({ type: _, at, ...refund }: CommandOf<'RefundPayment'>, state: KnownCheckout): CheckoutEvent[] {
  const { refunded, isRefundedWhole } = state.payments[refund.paymentId] ?? untoldPayment;
  if (refund.amount <= refunded && (isRefundedWhole || !refund.isWhole)) return [];
  return [{ type: 'PaymentRefunded', data: { ...refund, refundedAt: at } }];
}

/** A won dispute brings back the money of a withheld payment, so the payment's tokens become due. */
function disputePayment(
  { type: _, at, ...dispute }: CommandOf<'DisputePayment'>,
  state: KnownCheckout,
): CheckoutEvent[] {
  const { paymentId, disputeId } = dispute;
  const known = (state.payments[paymentId] ?? untoldPayment).disputes[disputeId];
  if (known && laterDispute(known, dispute.state) === known) return [];
  const disputed: CheckoutEvent = { type: 'PaymentDisputed', data: { ...dispute, saidAt: at } };
  const { isPaid, payments, sessionId } = evolve(state, disputed) as KnownCheckout;
  const payment = payments[paymentId]!;
  if (isPaid || sessionId === undefined || payment.told !== 'asOrdered' || isMoneyGone(payment)) return [disputed];
  return [disputed, { type: 'CheckoutPaid', data: { sessionId, paymentId, paidAt: at } }];
}

function differencesOf(command: CommandOf<'ConfirmPayment'>, state: KnownCheckout): string[] {
  const differing: string[] = [];
  if (command.amount !== state.price) differing.push('amount');
  if (command.currency.toUpperCase() !== state.currency) differing.push('currency');
  if (command.userId !== state.userId) differing.push('userId');
  if (command.tokens !== state.tokens) differing.push('tokens');
  if (state.sessionId !== undefined && command.sessionId !== state.sessionId) differing.push('sessionId');
  if (orderedPaymentOf(state) !== undefined) differing.push('paymentId');
  return differing;
}
