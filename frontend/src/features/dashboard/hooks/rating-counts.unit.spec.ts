import type { Photo } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { hasNewRatings, ratingCountsOf } from './rating-counts';

const photo = (_id: string, testTimesRated: number) => ({ _id, testTimesRated }) as Photo;
const known = ratingCountsOf([photo('one', 1), photo('two', 0)]);

describe('a poll', () => {
  it('brings news when a photo has been rated since the last one', () => {
    expect(hasNewRatings(known, [photo('one', 1), photo('two', 1)])).toBe(true);
  });

  it('brings none where nothing was rated, a photo has come or one has left', () => {
    expect(hasNewRatings(known, [photo('one', 1), photo('two', 0)])).toBe(false);
    expect(hasNewRatings(known, [photo('one', 1), photo('three', 4)])).toBe(false);
    expect(hasNewRatings(ratingCountsOf([]), [photo('one', 1)])).toBe(false);
  });
});
