import { describe, expect, it } from '@jest/globals';
import { distributionOf, meanOf, tallestOf } from './distribution';

const counted = (scores: number[]) => distributionOf(scores).filter(({ count }) => count > 0);

describe('the distribution of ratings', () => {
  it('has a place for every score of the scale, also without ratings', () => {
    expect(distributionOf([]).map(({ score }) => score)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(counted([])).toEqual([]);
  });

  it('counts each score by itself, both ends included', () => {
    expect(counted([1, 20, 12, 12, 1, 12])).toEqual([
      { score: 1, count: 2 },
      { score: 12, count: 3 },
      { score: 20, count: 1 },
    ]);
  });

  it('knows its tallest column', () => {
    expect([tallestOf([]), tallestOf([4]), tallestOf([4, 9, 9])]).toEqual([0, 1, 2]);
  });

  it('has no mean without ratings', () => {
    expect([meanOf([]), meanOf([3, 4])]).toEqual([null, 3.5]);
  });
});
