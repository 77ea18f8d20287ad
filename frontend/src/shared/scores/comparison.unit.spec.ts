import { describe, expect, it } from '@jest/globals';
import { compareTexts } from '../../lib/texts/results';
import { assessorsToTellApart, comparisonOf, inSuggestedOrder, placesOf, verdictOf } from './comparison';

const compared = (
  probability: number,
  winner: string | null,
  ratersToTell: number | null = null,
  pair = ['a', 'b'],
) => ({
  photoIds: pair as [string, string],
  probability,
  winner,
  ratersToTell,
});

describe('a verdict', () => {
  it('gives the share of the first photo when it is better', () => {
    expect(verdictOf(compared(0.869, 'a'))).toEqual({ kind: 'better', photoId: 'a', percent: 86 });
  });

  it('gives the share of the second photo when that is better', () => {
    expect(verdictOf(compared(0.14, 'b'))).toEqual({ kind: 'better', photoId: 'b', percent: 86 });
  });

  it('never claims to be wholly sure', () => {
    expect(verdictOf(compared(0.99999, 'a'))).toMatchObject({ percent: 99 });
  });

  it('does not lose a whole percent to binary fractions', () => {
    expect(verdictOf(compared(0.57, 'a'))).toMatchObject({ percent: 57 });
  });

  it('is too close to call without a winner, whichever leads', () => {
    expect(verdictOf(compared(0.7, null, 3))).toEqual({ kind: 'close', assessors: 3 });
  });
});

describe('the words of a verdict', () => {
  it('name how many assessors for each photo may settle it', () => {
    expect(compareTexts.close(3)).toBe('Too close to call. About 3 more assessors for each photo may settle it.');
  });

  it('speak of one more assessor in the singular', () => {
    expect(compareTexts.close(1)).toBe('Too close to call. About 1 more assessor for each photo may settle it.');
  });

  it('promise nothing where more assessors would hardly help', () => {
    expect(compareTexts.close(null)).toBe('Too close to call, and many more assessors would hardly change that.');
  });
});

describe('a pair', () => {
  it('is found whichever photo comes first', () => {
    const pair = compared(0.5, null);
    expect([comparisonOf([pair], 'a', 'b'), comparisonOf([pair], 'b', 'a')]).toEqual([pair, pair]);
  });
});

describe('places', () => {
  it('are shared by photos that tie, and the next counts them all', () => {
    expect([...placesOf([['a', 'b'], ['c']])]).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
    ]);
  });
});

describe('a tie', () => {
  it('needs the assessors of its hardest pair', () => {
    const pairs = [compared(0.6, null, 9), compared(0.8, null, 2, ['a', 'c'])];
    expect(assessorsToTellApart(['a', 'b', 'c'], pairs)).toBe(9);
  });

  it('names no number where one pair is hopeless', () => {
    const pairs = [compared(0.8, null, 2), compared(0.5, null, null, ['a', 'c'])];
    expect(assessorsToTellApart(['a', 'b', 'c'], pairs)).toBeNull();
  });
});

describe('the suggested order', () => {
  it('puts the best first and what nobody has rated last', () => {
    const photos = [{ _id: 'unrated' }, { _id: 'second' }, { _id: 'best' }];
    expect(inSuggestedOrder(photos, [['best'], ['second']]).map(({ _id }) => _id)).toEqual([
      'best',
      'second',
      'unrated',
    ]);
  });
});
