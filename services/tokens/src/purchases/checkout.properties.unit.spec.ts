import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type CheckoutCommand,
  type ConfirmPayment,
  type DisputeState,
  evolve,
  initialState,
  type KnownCheckout,
} from './checkout.js';
import { decide } from './decide.js';

const at = '2026-11-22T12:00:00.000Z';
const order = { userId: 'anna', tokens: 50, price: 499, currency: 'USD' };

const payment: ConfirmPayment = {
  ...{ type: 'ConfirmPayment', sessionId: 'cs_1', paymentId: 'pi_1', userId: 'anna', tokens: 50 },
  ...{ amount: 499, currency: 'usd', at },
};

const refund = (amount: number, paymentId = 'pi_1') =>
  ({ type: 'RefundPayment', paymentId, amount, isWhole: amount === 499, currency: 'USD', at }) as const;

const dispute = (state: DisputeState, disputeId = 'dp_1') =>
  ({ type: 'DisputePayment', paymentId: 'pi_1', disputeId, state, amount: 499, currency: 'USD', at }) as const;

const facts: readonly CheckoutCommand[] = [
  { type: 'OpenCheckout', sessionId: 'cs_1', url: 'https://pay.example/cs_1', at },
  payment,
  payment,
  { ...payment, paymentId: 'pi_2', amount: 1 },
  { type: 'CloseCheckout', reason: 'expired', at },
  ...[refund(200), refund(499), refund(499), refund(499, 'pi_2')],
  ...[dispute('open'), dispute('won'), dispute('open', 'dp_2'), dispute('lost', 'dp_2')],
];

interface Told {
  state: KnownCheckout;
  credits: number;
  /** True if tokens became due after the money was known to be gone or in dispute. */
  creditedWhatWasGone: boolean;
}

function tell(commands: readonly CheckoutCommand[]): Told {
  const requested = { type: 'RequestCheckout', ...order, at } as const;
  const told = { state: initialState(), credits: 0, creditedWhatWasGone: false };
  const known: CheckoutCommand[] = [];
  for (const command of [requested, ...commands]) {
    known.push(command);
    for (const event of decide(command, told.state)) {
      told.state = evolve(told.state, event);
      if (event.type !== 'CheckoutPaid') continue;
      told.credits += 1;
      told.creditedWhatWasGone ||= isGone(known);
    }
  }
  return told as Told;
}

/** Derives the status from the facts in the simplest way. */
function isGone(known: readonly CheckoutCommand[]): boolean {
  const ofPayment = known.filter((fact) => 'paymentId' in fact && fact.paymentId === 'pi_1');
  const isWhollyRefunded = ofPayment.some((fact) => fact.type === 'RefundPayment' && fact.isWhole);
  const disputes = ofPayment.filter((fact) => fact.type === 'DisputePayment');
  const isOpen = (disputeId: string) =>
    disputes.some((fact) => fact.disputeId === disputeId) &&
    !disputes.some((fact) => fact.disputeId === disputeId && fact.state === 'won');
  return isWhollyRefunded || ['dp_1', 'dp_2'].some(isOpen);
}

const orders = fc
  .subarray([...facts], { minLength: 1 })
  .chain((told) =>
    fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length })),
  );

describe('the provider’s notifications of a checkout, in any order,', () => {
  it('lead to the same status and the same facts of each payment', () => {
    fc.assert(
      fc.property(orders, ([one, other]) => {
        const [first, second] = [tell(one).state, tell(other).state];
        expect(second.status).toBe(first.status);
        expect(second.payments).toEqual(first.payments);
      }),
      { numRuns: 2_000 },
    );
  });

  it('credit at most once, never for money that was known to be gone, and always for money that is here', () => {
    fc.assert(
      fc.property(orders, ([, told]) => {
        const { credits, creditedWhatWasGone } = tell(told);
        expect(creditedWhatWasGone).toBe(false);
        expect(credits).toBeLessThanOrEqual(1);
        if (told.includes(payment) && !isGone(told)) expect(credits).toBe(1);
        if (!told.includes(payment)) expect(credits).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
