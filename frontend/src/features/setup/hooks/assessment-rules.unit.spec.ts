import { describe, expect, it } from '@jest/globals';
import { costOf, minutesOf, readinessOf, setComments, setRatings, startingSettings } from './assessment-rules';

const first = startingSettings(true);

describe('an assessment', () => {
  it('starts with 4 assessors the first time and 1 later', () => {
    expect([first.testLimit, startingSettings(false).testLimit]).toEqual([4, 1]);
  });

  it('costs 5 tokens for each assessor and photo', () => {
    expect(costOf(first, 2)).toBe(40);
  });

  it('takes about 10 minutes for each assessor', () => {
    expect(minutesOf(first)).toBe(40);
  });

  it('asks for comments where it asks for no ratings', () => {
    const commentsOnly = setRatings(setComments(first, true), false);
    expect(commentsOnly).toMatchObject({ ratingRequired: false, commentsRequired: true });
    expect(setComments(commentsOnly, false)).toMatchObject({ ratingRequired: true, commentsRequired: false });
  });

  it('lets both be asked for', () => {
    expect(setRatings(first, true)).toMatchObject({ ratingRequired: true, commentsRequired: true });
  });
});

describe('readiness', () => {
  it('names the photos the first assessment lacks', () => {
    expect(readinessOf(first, 1, { first: true, balanceTokens: 40 })).toEqual({
      missingPhotos: 1,
      missingTokens: 0,
      ready: false,
    });
  });

  it('is given with two photos and enough tokens', () => {
    expect(readinessOf(first, 2, { first: true, balanceTokens: 40 }).ready).toBe(true);
  });

  it('names the tokens that lack', () => {
    expect(readinessOf(first, 2, { first: true, balanceTokens: 35 })).toMatchObject({ missingTokens: 5, ready: false });
  });

  it('needs one photo later', () => {
    expect(readinessOf(startingSettings(false), 1, { first: false, balanceTokens: 5 }).ready).toBe(true);
  });
});
