import { describe, expect, it } from '@jest/globals';
import { shuffledFor, shuffledTies } from './gold.js';

const ids = ['a', 'b', 'c', 'd'];
const assessors = Array.from({ length: 200 }, (_, assessor) => `assessor-${assessor}`);
const identity = (id: string) => id;

describe('what an assessor sees', () => {
  it('is in the same order each time, wherever it comes from', () => {
    for (const assessor of assessors) {
      expect(shuffledFor(assessor, ids.toReversed(), identity)).toEqual(shuffledFor(assessor, ids, identity));
      expect(shuffledFor(assessor, ids, identity).toSorted()).toEqual(ids);
    }
  });

  it('has each photo first for about as many assessors', () => {
    const firsts = assessors.map((assessor) => shuffledFor(assessor, ids, identity)[0]!);
    for (const id of ids) {
      const share = firsts.filter((first) => first === id).length / assessors.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(0.1);
    }
  });

  it('has owners in turn only among those whose turn it is equally', () => {
    const entries = [...ids, 'e', 'f'].map((photoAssessmentId, index) => ({
      photoAssessmentId,
      tie: index < 4 ? 'first' : 'second',
    }));
    const orders = assessors.map((assessor) =>
      shuffledTies(assessor, entries).map(({ photoAssessmentId }) => photoAssessmentId),
    );
    expect(new Set(orders.map((order) => order.slice(0, 4).toSorted().join()))).toEqual(new Set(['a,b,c,d']));
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(20);
    expect(new Set(orders.map((order) => order.slice(4).join()))).toEqual(new Set(['e,f', 'f,e']));
  });
});
