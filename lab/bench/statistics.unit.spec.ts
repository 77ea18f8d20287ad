import { describe, expect, it } from '@jest/globals';
import { median, percentile } from './statistics.js';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is a measured value, the nearest rank', () => {
    expect([0.01, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100]);
  });

  it('leaves the values in their order', () => {
    const values = [3, 1, 2];
    expect(median(values)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
  });

  it('is the lower middle of an even number of values', () => {
    expect(median([1, 2, 3, 4])).toBe(2);
  });

  it('is no number without values', () => {
    expect(median([])).toBeNaN();
  });
});
