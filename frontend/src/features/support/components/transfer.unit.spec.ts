import { expect, it } from '@jest/globals';
import { type TransferTrace, transferWords } from './transfer';

type Code = TransferTrace['transfer']['code'];

const trace = (code: Code, own: number | null, reason: string | null = null) =>
  ({
    transfer: { code, amount: 20, reason },
    entries:
      own === null
        ? []
        : [
            { account: 'escrow:1', amount: -own },
            { account: 'user:1', amount: own },
          ],
  }) as unknown as TransferTrace;

it.each([
  ['grant', 40, null, /^Given at the sign-up/],
  ['grant', 5, 'paid twice', /By and Reason say who gave them/],
  ['hold', null, null, /^5 tokens for each assessor/],
  ['hold', -20, null, /^5 tokens for each assessor/],
  ['hold', 20, null, /^No assessment started in time/],
  ['refund', 20, null, /It is in the balance/],
  ['correction', -5, 'counted twice', /who took them/],
] as const)('explains a %s of %s tokens to the person (reason: %s)', (code, own, reason, words) => {
  expect(transferWords(trace(code, own, reason))).toMatch(words);
});
