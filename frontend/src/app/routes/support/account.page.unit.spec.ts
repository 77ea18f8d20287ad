import { describe, expect, it } from '@jest/globals';
import type { AccountEntry } from '../../../features/support/components/statement';
import { balanceReasons, reasonsByCode, refundsMade } from './account.page';

const entry = (code: AccountEntry['code'], amount: number, at = '2026-11-21T06:34:05.385Z') =>
  ({ code, amount, at }) as AccountEntry;

const newestFirst = [
  entry('refund', 10, '2026-11-22T06:00:00.000Z'),
  entry('reward', 15),
  entry('refund', 10),
  entry('grant', 40),
  entry('hold', -40),
  entry('grant', 40),
];

describe('why a balance is what it is', () => {
  it('names what it was for, in the order it began, with how often and how much', () => {
    expect(balanceReasons(newestFirst).map(({ title, count, amount }) => [title, count, amount])).toEqual([
      ['Welcome tokens', 1, 40],
      ['Assessment started', 1, -40],
      ['Given by support', 1, 40],
      ['Refunded', 2, 20],
      ['Earned by assessing', 1, 15],
    ]);
  });

  it('goes by code where not all entries are at hand', () => {
    expect(reasonsByCode([{ code: 'hold', count: 9, amount: -360 }])).toEqual([
      { title: 'Assessment start', count: 9, amount: -360 },
    ]);
  });

  it('tells the refunds made and the day of the last', () => {
    const totals = [{ code: 'refund' as const, count: 2, amount: 20 }];
    expect(refundsMade(totals, newestFirst)).toEqual({ count: 2, amount: 20, at: '2026-11-22T06:00:00.000Z' });
    expect(refundsMade(totals, [entry('grant', 40)])).toEqual({ count: 2, amount: 20, at: null });
    expect(refundsMade([{ code: 'grant', count: 1, amount: 40 }], [])).toBeNull();
  });
});
