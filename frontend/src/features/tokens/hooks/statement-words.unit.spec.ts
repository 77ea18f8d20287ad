import { describe, expect, it } from '@jest/globals';
import type { StatementEntry } from '../api/statement';
import { entryWords, tokensHeld } from './statement-words';

const entry = (code: StatementEntry['code'], amount: number, balance = 0): StatementEntry => ({
  entryId: '7',
  at: '2026-11-21T06:34:05.385Z',
  code,
  amount,
  balance,
  cause: '6d985fce-f883-4949-a4c9-3efac66e5520',
});

describe('the words of a statement', () => {
  it.each([
    ['purchase', 50, 'Tokens purchased'],
    ['hold', -40, 'Assessment started'],
    ['hold', 40, 'Tokens given back'],
    ['consume', -5, 'Rating received'],
    ['reward', 25, 'Earned by assessing'],
    ['refund', 20, 'Refund'],
    ['expiry', 20, 'Tokens given back'],
  ] as const)('calls a %s of %i "%3$s"', (code, amount, title) => {
    expect(entryWords(entry(code, amount), false).title).toBe(title);
  });

  it('tells the welcome from a later gift', () => {
    expect(entryWords(entry('grant', 40), true).title).toBe('Welcome tokens');
    expect(entryWords(entry('grant', 40), false).title).toBe('Tokens from Candid');
  });

  it('says which way a correction went', () => {
    expect(entryWords(entry('correction', 5), false).detail).toBe('Added by support.');
    expect(entryWords(entry('correction', -5), false).detail).toBe('Taken back by support.');
  });
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
