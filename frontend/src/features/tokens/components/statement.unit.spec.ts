import { describe, expect, it } from '@jest/globals';
import { type StatementEntry, tokensHeld } from './statement';

const entry = (code: StatementEntry['code'], amount: number, balance = 0): StatementEntry => ({
  entryId: '7',
  at: '2026-11-21T06:34:05.385Z',
  code,
  amount,
  balance,
  cause: '6d985fce-f883-4949-a4c9-3efac66e5520',
});

describe('held tokens', () => {
  it('are what the books have beyond what may be spent', () => {
    expect(tokensHeld([entry('reward', 25, 90), entry('grant', 40, 65)], 70)).toBe(20);
  });

  it('are none where the balance is newer than the list, and where there is no entry', () => {
    expect(tokensHeld([entry('grant', 40, 40)], 65)).toBe(0);
    expect(tokensHeld([], 0)).toBe(0);
  });
});
