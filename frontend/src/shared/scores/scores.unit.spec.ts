import { describe, expect, it } from '@jest/globals';
import { averageOf, bandOf, placeOf, refundOf } from './scores';

describe('score bands', () => {
  it.each([
    [1, 1],
    [5, 1],
    [6, 2],
    [10, 2],
    [11, 3],
    [15, 3],
    [16, 4],
    [20, 4],
  ])('puts %i into band %i', (score, band) => {
    expect(bandOf(score)).toBe(band);
  });
});

describe('the displayed average', () => {
  it('is 0 for a photo nobody has rated', () => {
    expect(averageOf({ totalScore: 0, timesRated: 0 })).toBe(0);
  });

  it('rounds a half up', () => {
    expect(averageOf({ totalScore: 25, timesRated: 2 })).toBe(13);
  });

  it('rounds below a half down', () => {
    expect(averageOf({ totalScore: 37, timesRated: 3 })).toBe(12);
  });
});

describe('a running assessment', () => {
  it('refunds only the outstanding assessors', () => {
    expect(refundOf({ testLimit: 4, testTimesRated: 3 }, 5)).toBe(5);
  });
});

describe('the 1–20 line', () => {
  it('starts at 1 and ends at 20', () => {
    expect([placeOf(1), placeOf(20)]).toEqual([0, 1]);
  });

  it('keeps what lies outside at its ends', () => {
    expect([placeOf(-3), placeOf(25)]).toEqual([0, 1]);
  });
});
