import { describe, expect, it } from '@jest/globals';
import { gapBefore, nextPair } from './gold-pair.js';

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
    const gaps = raters.flatMap((rater) => [gapBefore(rater, 0, 'secret'), gapBefore(rater, 1, 'secret')]);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(mean - 11)).toBeLessThan(0.5);
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([6, 16]);
    expect(gapBefore('rater', 3, 'one')).toBe(gapBefore('rater', 3, 'one'));
    expect(raters.map((rater) => gapBefore(rater, 0, 'one'))).not.toEqual(
      raters.map((rater) => gapBefore(rater, 0, 'another')),
    );
  });

  it('come in an order of each rater’s own, and never to their owner', () => {
    const firsts = raters.map((rater) => nextPair(rater, pairs)?.goldId);
    expect(new Set(firsts)).toEqual(new Set(['a', 'b', 'c']));
    expect(nextPair('rater', pairs.toReversed())).toEqual(nextPair('rater', pairs));
    expect(nextPair('house', pairs)).toBeUndefined();
    expect(nextPair('rater', [])).toBeUndefined();
  });
});
