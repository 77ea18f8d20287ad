import { describe, expect, it } from '@jest/globals';
import type { LedgerDifference } from '../ledger/compare-with-events.js';
import { wordsOf } from './check.js';

describe('the words for a difference', () => {
  it.each<[LedgerDifference['table'], LedgerDifference['kind'], unknown, string]>([
    ['accounts', 'unexpected', { account: 'user:1', posted: 40, held: 0, expected: 0 }, 'user:1 is off by 40 tokens'],
    ['accounts', 'missing', { account: 'user:1', posted: null, expected: 40 }, 'user:1 is off by -40 tokens'],
    [
      ...(['accounts', 'unexpected', { account: 'user:1', posted: 40, held: 5, expected: 40 }] as const),
      'accounts: unexpected account user:1, posted 40, held 5, expected 40',
    ],
    ['transfers', 'missing', { amount: 5, actor: null }, 'transfers: missing amount 5, actor empty'],
    ['events', 'contradiction', '7', 'events: contradiction 7'],
  ])('in %s, %s: %j', (table, kind, row, words) => expect(wordsOf({ table, kind, row })).toBe(words));
});
