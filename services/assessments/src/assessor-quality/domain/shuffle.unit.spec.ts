import { describe, expect, it } from '@jest/globals';
import { shuffledFor, shuffledTies } from './shuffle.js';

const ids = ['a', 'b', 'c', 'd'];
const raters = Array.from({ length: 200 }, (_, rater) => `rater-${rater}`);
const identity = (id: string) => id;

describe('what a rater sees', () => {
  it('is in the same order each time, wherever it comes from', () => {
    for (const rater of raters) {
      expect(shuffledFor(rater, ids.toReversed(), identity)).toEqual(shuffledFor(rater, ids, identity));
      expect(shuffledFor(rater, ids, identity).toSorted()).toEqual(ids);
    }
  });

  it('has each photo first for about as many raters', () => {
    const firsts = raters.map((rater) => shuffledFor(rater, ids, identity)[0]!);
    for (const id of ids) {
      const share = firsts.filter((first) => first === id).length / raters.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(0.1);
    }
  });

  it('has owners in turn only among those whose turn it is equally', () => {
    const entries = [...ids, 'e', 'f'].map((testId, index) => ({ testId, tie: index < 4 ? 'first' : 'second' }));
    const orders = raters.map((rater) => shuffledTies(rater, entries).map(({ testId }) => testId));
    expect(new Set(orders.map((order) => order.slice(0, 4).toSorted().join()))).toEqual(new Set(['a,b,c,d']));
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(20);
  });
});
