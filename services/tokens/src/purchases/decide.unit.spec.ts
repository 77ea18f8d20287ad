import { specify } from '@candid/event-store';
import { describe, it } from '@jest/globals';
import type { CheckoutEvent, ConfirmPayment, DisputeState } from './checkout.js';
import { checkoutDecider } from './decide.js';

const given = specify(checkoutDecider);
const at = '2026-11-22T12:00:00.000Z';
const order = { userId: 'anna', tokens: 50, price: 499, currency: 'USD' };
const requested: CheckoutEvent = { type: 'CheckoutRequested', data: { ...order, requestedAt: at } };
const page = { sessionId: 'cs_1', url: 'https://pay.example/cs_1' };
const opened: CheckoutEvent = { type: 'CheckoutOpened', data: { ...page, openedAt: at } };
const paid: CheckoutEvent = { type: 'CheckoutPaid', data: { sessionId: 'cs_1', paymentId: 'pi_1', paidAt: at } };
const expired: CheckoutEvent = { type: 'CheckoutClosed', data: { reason: 'expired', closedAt: at } };

const payment: ConfirmPayment = {
  ...{ type: 'ConfirmPayment', sessionId: 'cs_1', paymentId: 'pi_1', userId: 'anna', tokens: 50 },
  ...{ amount: 499, currency: 'usd', at },
};

const mismatch = (differing: string[], changed: object = {}): CheckoutEvent => ({
  type: 'PaymentMismatched',
  data: { sessionId: 'cs_1', paymentId: 'pi_1', amount: 499, currency: 'usd', differing, paidAt: at, ...changed },
});

describe('a checkout', () => {
  it('is requested once, and not again for something else', () => {
    const request = { type: 'RequestCheckout', ...order, at } as const;
    given([]).when(request).then([requested]);
    given([requested]).when(request).then([]);
    given([requested])
      .when({ ...request, tokens: 125 })
      .then('IDEMPOTENCY_KEY_REUSED');
  });

  it('keeps its first page', () => {
    given([requested])
      .when({ type: 'OpenCheckout', ...page, at })
      .then([opened]);
    given([requested, opened])
      .when({ type: 'OpenCheckout', ...page, sessionId: 'cs_2', at })
      .then([]);
  });

  it('is paid once, also before its page is recorded and after it was said to have expired', () => {
    given([requested, opened]).when(payment).then([paid]);
    given([requested]).when(payment).then([paid]);
    given([requested, opened, expired]).when(payment).then([paid]);
    given([requested, opened, paid]).when(payment).then([]);
  });

  it('stays paid whatever is said afterwards', () => {
    given([requested, opened, paid]).when({ type: 'CloseCheckout', reason: 'expired', at }).then([]);
    given([requested, opened, paid]).when({ type: 'CloseCheckout', reason: 'failed', at }).then([]);
  });

  it('closes once', () => {
    given([requested, opened]).when({ type: 'CloseCheckout', reason: 'expired', at }).then([expired]);
    given([requested, opened, expired]).when({ type: 'CloseCheckout', reason: 'failed', at }).then([]);
  });

  it('takes no other amount, currency, buyer, pack or session for a payment', () => {
    const other = (changed: Partial<ConfirmPayment>) => given([requested, opened]).when({ ...payment, ...changed });
    other({ amount: 1 }).then([mismatch(['amount'], { amount: 1 })]);
    other({ currency: 'eur' }).then([mismatch(['currency'], { currency: 'eur' })]);
    other({ userId: 'eve' }).then([mismatch(['userId'])]);
    other({ tokens: 300 }).then([mismatch(['tokens'])]);
    other({ sessionId: 'cs_2' }).then([mismatch(['sessionId'], { sessionId: 'cs_2' })]);
  });

  const refund = { paymentId: 'pi_1', amount: 499, isWhole: true, currency: 'USD' };
  const dispute = { paymentId: 'pi_1', disputeId: 'dp_1', amount: 499, currency: 'USD' };
  const refunding = { type: 'RefundPayment', ...refund, at } as const;
  const refunded: CheckoutEvent = { type: 'PaymentRefunded', data: { ...refund, refundedAt: at } };
  const disputing = (state: DisputeState) => ({ type: 'DisputePayment', ...dispute, state, at }) as const;
  const disputed = (state: DisputeState): CheckoutEvent => {
    return { type: 'PaymentDisputed', data: { ...dispute, state, saidAt: at } };
  };
  const withheld: CheckoutEvent = { ...paid, type: 'PaymentWithheld' };

  it('records money that goes back, once, and more of it again', () => {
    given([requested, opened, paid]).when(refunding).then([refunded]);
    given([requested, opened, paid, refunded]).when(refunding).then([]);
    given([requested, opened, paid, refunded])
      .when(disputing('open'))
      .then([disputed('open')]);
    given([requested, opened, disputed('lost')])
      .when(disputing('open'))
      .then([]);
  });

  it('is not credited for money that is known to be gone, until a dispute is won', () => {
    given([requested, opened, refunded]).when(payment).then([withheld]);
    given([requested, opened, disputed('open')])
      .when(payment)
      .then([withheld]);
    given([requested, opened, disputed('won')])
      .when(payment)
      .then([paid]);
    given([requested, disputed('open'), withheld])
      .when(payment)
      .then([]);
    given([requested, disputed('open'), withheld])
      .when(disputing('won'))
      .then([disputed('won'), paid]);
    given([requested, refunded, disputed('open'), withheld])
      .when(disputing('won'))
      .then([disputed('won')]);
    given([requested, opened, paid, disputed('open')])
      .when(disputing('won'))
      .then([disputed('won')]);
    given([requested, opened, disputed('open')])
      .when(disputing('won'))
      .then([disputed('won')]);
    given([requested, opened, mismatch(['amount']), disputed('open')])
      .when(disputing('won'))
      .then([disputed('won')]);
  });

  it('is credited where only a part of the money has gone back', () => {
    const part: CheckoutEvent = {
      type: 'PaymentRefunded',
      data: { ...refund, amount: 200, isWhole: false, refundedAt: at },
    };
    given([requested, opened, part]).when(payment).then([paid]);
  });

  it('records a refund again only if more has gone back, or if it is known to be whole by now', () => {
    const refundOf = (amount: number, isWhole: boolean) => ({ ...refunding, amount, isWhole });
    const refundedOf = (amount: number, isWhole: boolean): CheckoutEvent => {
      return { type: 'PaymentRefunded', data: { ...refund, amount, isWhole, refundedAt: at } };
    };
    const part = [requested, opened, paid, refundedOf(200, false)];
    given(part).when(refundOf(200, false)).then([]);
    given(part)
      .when(refundOf(201, false))
      .then([refundedOf(201, false)]);
    given(part)
      .when(refundOf(200, true))
      .then([refundedOf(200, true)]);
    given([...part, refundedOf(200, true)])
      .when(refundOf(201, false))
      .then([refundedOf(201, false)]);
  });

  it('is paid once, although a notification of the payment names the session alone', () => {
    const { paymentId: _, ...ofSession } = payment;
    const paidBySession: CheckoutEvent = { type: 'CheckoutPaid', data: { sessionId: 'cs_1', paidAt: at } };
    given([requested, opened]).when(ofSession).then([paidBySession]);
    given([requested, opened, paid]).when(ofSession).then([]);
    given([requested, opened, paidBySession]).when(payment).then([]);
  });

  it('keeps a second payment in sight', () => {
    const second = { ...payment, paymentId: 'pi_2' };
    given([requested, opened, paid])
      .when(second)
      .then([mismatch(['paymentId'], { paymentId: 'pi_2' })]);
  });

  it('must be known', () => {
    given([]).when(payment).then('NOT_FOUND');
  });
});
