import { describe, expect, it } from '@jest/globals';
import { gapBefore, nextPair, placed } from './gold-pair.js';

const raters = Array.from({ length: 400 }, (_, rater) => `rater-${rater}`);
const pairs = ['a', 'b', 'c'].map((goldId) => ({
  goldId,
  ownerId: 'house',
  finePhotoId: 'fine',
  badPhotoId: 'bad',
  registeredAt: '',
}));

describe('pairs with an obvious answer', () => {
  it('are one test in about twelve, at no fixed place', () => {
    const gaps = raters.flatMap((rater) => [gapBefore(rater, 0), gapBefore(rater, 1)]);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(mean - 11)).toBeLessThan(0.5);
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([6, 16]);
    expect(gapBefore('rater', 3)).toBe(gapBefore('rater', 3));
  });

  it('come in an order of each rater’s own, and never to their owner', () => {
    const firsts = raters.map((rater) => nextPair(rater, pairs)?.goldId);
    expect(new Set(firsts)).toEqual(new Set(['a', 'b', 'c']));
    expect(nextPair('rater', pairs.toReversed())).toEqual(nextPair('rater', pairs));
    expect(nextPair('house', pairs)).toBeUndefined();
    expect(nextPair('rater', [])).toBeUndefined();
  });

  it('stand among other tests, and never alone or one too many', () => {
    const tests = (count: number) => Array.from({ length: count }, (_, test) => ({ testId: `test-${test}` }));
    const gold = { testId: 'gold' };
    expect(placed('rater', gold, [], 20)).toEqual([]);
    const places = raters.map((rater) => placed(rater, gold, tests(20), 20).indexOf(gold));
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
    expect(placed('rater', gold, tests(20), 20)).toHaveLength(20);
    expect(placed('rater', gold, tests(2), 20)).toHaveLength(3);
  });
});
