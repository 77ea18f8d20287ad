import { describe, expect, it } from '@jest/globals';
import { costOf, readinessOf, setComments, setRatings, startingSettings } from './assessment-rules';

const first = startingSettings;

describe('an assessment', () => {
  it('starts with 4 assessors, more than the planner needs', () => {
    expect(first.testLimit).toBe(4);
  });

  it('costs 5 tokens for each assessor and photo', () => {
    expect(costOf(first, 2, null)).toBe(40);
  });

  it('costs what a reset gave back when it is the first again', () => {
    expect(costOf(first, 2, 30)).toBe(30);
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
    expect(readinessOf(first, 1, { firstTokens: 40, balanceTokens: 40 })).toEqual({
      missingPhotos: 1,
      missingTokens: 0,
      ready: false,
    });
  });

  it('is given with two photos and enough tokens', () => {
    expect(readinessOf(first, 2, { firstTokens: 40, balanceTokens: 40 }).ready).toBe(true);
  });

  it('names the tokens that lack', () => {
    expect(readinessOf(first, 2, { firstTokens: 40, balanceTokens: 35 })).toMatchObject({
      missingTokens: 5,
      ready: false,
    });
  });

  it('needs one photo later', () => {
    expect(readinessOf({ ...first, testLimit: 1 }, 1, { firstTokens: null, balanceTokens: 5 }).ready).toBe(true);
  });
});
