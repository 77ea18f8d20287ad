import { describe, expect, it } from '@jest/globals';
import { gapBefore, nextPair } from './gold.js';

const assessors = Array.from({ length: 400 }, (_, assessor) => `assessor-${assessor}`);

const pairs = ['a', 'b', 'c'].map((goldId) => ({
  goldId,
  ownerId: 'house',
  finePhotoId: 'fine',
  badPhotoId: 'bad',
  registeredAt: '',
}));

describe('pairs with an obvious answer', () => {
  it('are one photo assessment in about twelve, at no fixed place', () => {
    const gaps = assessors.flatMap((assessor) => [gapBefore(assessor, 0, 'secret'), gapBefore(assessor, 1, 'secret')]);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(mean - 11)).toBeLessThan(0.5);
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([6, 16]);
    expect(gapBefore('assessor', 3, 'one')).toBe(gapBefore('assessor', 3, 'one'));
    expect(assessors.map((assessor) => gapBefore(assessor, 0, 'one'))).not.toEqual(
      assessors.map((assessor) => gapBefore(assessor, 0, 'another')),
    );
  });

  it('come in an order of each assessor’s own, and never to their owner', () => {
    const firsts = assessors.map((assessor) => nextPair(assessor, pairs)?.goldId);
    expect(new Set(firsts)).toEqual(new Set(['a', 'b', 'c']));
    expect(nextPair('assessor', pairs.toReversed())).toEqual(nextPair('assessor', pairs));
    expect(nextPair('house', pairs)).toBeUndefined();
    expect(nextPair('assessor', [])).toBeUndefined();
  });
});
