import { describe, expect, it } from '@jest/globals';
import {
  type CheckoutEvent,
  type DisputeState,
  evolve,
  initialState,
  type KnownCheckout,
  laterDispute,
} from './checkout.js';

const at = '2026-11-22T12:00:00.000Z';
const order = { userId: 'anna', tokens: 50, price: 499, currency: 'USD' };
const requested: CheckoutEvent = { type: 'CheckoutRequested', data: { ...order, requestedAt: at } };
const opened: CheckoutEvent = {
  type: 'CheckoutOpened',
  data: { sessionId: 'cs_1', url: 'https://pay.example/1', openedAt: at },
};
const closed: CheckoutEvent = { type: 'CheckoutClosed', data: { reason: 'expired', closedAt: at } };

const paid = (paymentId?: string): CheckoutEvent => ({
  type: 'CheckoutPaid',
  data: { sessionId: 'cs_1', ...(paymentId && { paymentId }), paidAt: at },
});

const mismatched = (paymentId?: string): CheckoutEvent => ({
  type: 'PaymentMismatched',
  data: {
    ...{ sessionId: 'cs_1', ...(paymentId && { paymentId }), amount: 1, currency: 'USD', differing: ['amount'] },
    paidAt: at,
  },
});

const refunded = (amount: number, paymentId = 'pi_1'): CheckoutEvent => ({
  type: 'PaymentRefunded',
  data: { paymentId, amount, isWhole: amount === 499, currency: 'USD', refundedAt: at },
});

const disputed = (state: DisputeState, paymentId = 'pi_1', disputeId = 'dp_1'): CheckoutEvent => ({
  type: 'PaymentDisputed',
  data: { paymentId, disputeId, state, amount: 499, currency: 'USD', saidAt: at },
});

const stateAfter = (...events: CheckoutEvent[]) =>
  [requested, ...events].reduce(evolve, initialState()) as KnownCheckout;

const statusAfter = (...events: CheckoutEvent[]) => stateAfter(...events).status;

describe('the state of a checkout', () => {
  it('begins with the order, without a payment', () => {
    expect(stateAfter()).toEqual({ ...order, status: 'requested', isPaid: false, isClosed: false, payments: {} });
  });

  it('is open with its page and closed after that', () => {
    expect(stateAfter(opened)).toMatchObject({ status: 'open', sessionId: 'cs_1', url: 'https://pay.example/1' });
    expect([statusAfter(opened, closed), statusAfter(closed), statusAfter(closed, opened)]).toEqual([
      ...['closed', 'closed', 'closed'],
    ]);
  });

  it('follows what became of one payment, the dispute before the refund before the mismatch', () => {
    expect(statusAfter(paid('pi_1'), closed)).toBe('paid');
    expect([statusAfter(paid('pi_1'), refunded(0)), statusAfter(paid('pi_1'), refunded(1))]).toEqual([
      'paid',
      'refunded',
    ]);
    expect(statusAfter(paid('pi_1'), refunded(499))).toBe('refunded');
    expect(statusAfter(mismatched('pi_1'))).toBe('mismatched');
    expect([statusAfter(mismatched('pi_1'), refunded(498)), statusAfter(mismatched('pi_1'), refunded(499))]).toEqual([
      ...['mismatched', 'refunded'],
    ]);
    expect((['open', 'lost', 'won'] as const).map((state) => statusAfter(paid('pi_1'), disputed(state)))).toEqual([
      ...['disputed', 'disputed', 'paid'],
    ]);
    expect(statusAfter(paid('pi_1'), refunded(499), disputed('open'))).toBe('disputed');
  });

  it('is disputed while one of several disputes of a payment is not won', () => {
    expect(statusAfter(paid('pi_1'), disputed('open'), disputed('won', 'pi_1', 'dp_2'))).toBe('disputed');
  });

  it('does not change while nothing is known of a payment but that its dispute was won', () => {
    expect([statusAfter(disputed('won')), statusAfter(opened, disputed('won'))]).toEqual(['requested', 'open']);
  });

  it('is the most pressing status of all payments: disputed, mismatched, refunded, paid', () => {
    const first = [paid('pi_1'), refunded(499)];
    expect(statusAfter(paid('pi_1'), refunded(499, 'pi_2'))).toBe('refunded');
    expect(statusAfter(...first, mismatched('pi_2'))).toBe('mismatched');
    expect(statusAfter(...first, mismatched('pi_2'), disputed('lost', 'pi_2'))).toBe('disputed');
  });

  it('keeps the largest refund of a payment, and that all of it has gone back', () => {
    const { payments } = stateAfter(paid('pi_1'), refunded(499), refunded(200));
    expect(payments).toEqual({ pi_1: { told: 'asOrdered', refunded: 499, isRefundedWhole: true, disputes: {} } });
  });

  it('shows the payment that was made as ordered, else the last one that was not', () => {
    expect(stateAfter(paid('pi_1')).paymentId).toBe('pi_1');
    expect(stateAfter(mismatched('pi_1'), mismatched('pi_2')).paymentId).toBe('pi_2');
    expect(stateAfter(mismatched('pi_2'), paid('pi_1')).paymentId).toBe('pi_1');
    expect(stateAfter(paid('pi_1'), mismatched('pi_2')).paymentId).toBe('pi_1');
  });

  it('shows the earlier payment if a later one has no id of its own', () => {
    expect(stateAfter(mismatched('pi_1'), mismatched())).toMatchObject({
      paymentId: 'pi_1',
      payments: { pi_1: { told: 'differing' }, cs_1: { told: 'differing' } },
    });
    expect(stateAfter(mismatched('pi_1'), paid()).paymentId).toBe('pi_1');
  });

  it('is broken by a second request, and by any other event before the first', () => {
    expect(() => evolve(stateAfter(), requested)).toThrow('CheckoutRequested cannot follow');
    expect(() => evolve(initialState(), opened)).toThrow('CheckoutOpened cannot follow on a checkout that is none');
  });
});

describe('the later state of a dispute', () => {
  it('is lost after won after open, whichever was told first', () => {
    const states = ['open', 'won', 'lost'] as const;
    expect(states.map((one) => states.map((other) => laterDispute(one, other)))).toEqual([
      ['open', 'won', 'lost'],
      ['won', 'won', 'lost'],
      ['lost', 'lost', 'lost'],
    ]);
    expect(laterDispute(undefined, 'open')).toBe('open');
  });
});
