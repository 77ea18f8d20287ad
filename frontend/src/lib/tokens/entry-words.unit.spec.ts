import { describe, expect, it } from '@jest/globals';
import { statementTexts } from '../texts/statement';
import { entryWords } from './entry-words';

const texts = statementTexts.entries;

describe('the words of a statement', () => {
  it.each([
    ['purchase', 50, 'Tokens purchased'],
    ['hold', -40, 'Assessment started'],
    ['hold', 40, 'Tokens you got back'],
    ['consume', -5, 'Rating received'],
    ['reward', 25, 'Earned by assessing'],
    ['refund', 20, 'Refund'],
    ['restart', 10, 'First assessment reset'],
    ['expiry', 20, 'Tokens you got back'],
  ] as const)('calls a %s of %i "%3$s"', (code, amount, title) => {
    expect(entryWords(texts, { code, amount }, false).title).toBe(title);
  });

  it('tells the welcome from a later gift', () => {
    expect(entryWords(texts, { code: 'grant', amount: 40 }, true).title).toBe('Welcome tokens');
    expect(entryWords(texts, { code: 'grant', amount: 40 }, false).title).toBe('Tokens from Candid');
  });

  it('says which way a correction went', () => {
    expect(entryWords(texts, { code: 'correction', amount: 5 }, false).detail).toBe('Added by support.');
    expect(entryWords(texts, { code: 'correction', amount: -5 }, false).detail).toBe('Taken back by support.');
  });
});
