import { describe, expect, it } from '@jest/globals';
import { basisOf } from './duration-basis';

describe('the basis of a duration', () => {
  it('is what was measured, or the plan', () => {
    const times = { first: 7, all: 30, mostWithin: 45, isMeasured: true };
    expect(basisOf(times)).toBe('First rating in about 7 min. 4 of 5 recent ones took 45 min or less.');
    expect(basisOf({ ...times, mostWithin: null })).toBe('First rating in about 7 min.');
    expect(basisOf({ ...times, isMeasured: false })).toBe('About 10 min for each assessor, our estimate.');
  });
});
