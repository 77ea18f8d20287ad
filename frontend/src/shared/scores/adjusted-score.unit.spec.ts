import { describe, expect, it } from '@jest/globals';
import { scoreTexts } from '../../lib/texts/scores';
import { previousOf, shownAverage, wholeInterval } from './adjusted-score';

const fairScore = (low: number, score: number, high: number) => ({ low, score, high, raters: 6 });

describe('an interval in whole numbers', () => {
  it('is rounded outwards on both sides', () => {
    expect(wholeInterval({ low: 11.9, high: 14.1 })).toEqual({ low: 11, high: 15 });
  });

  it('keeps ends that are whole', () => {
    expect(wholeInterval({ low: 12, high: 15 })).toEqual({ low: 12, high: 15 });
  });

  it('stays on the scale', () => {
    expect(wholeInterval({ low: 0.4, high: 20.2 })).toEqual({ low: 1, high: 20 });
  });
});

describe('the score on a chip', () => {
  it('is the average rounded half up', () => {
    expect(shownAverage({ totalScore: 50, timesRated: 4 })).toBe(13);
  });

  it('is none before the first rating', () => {
    expect(shownAverage({ totalScore: 0, timesRated: 0 })).toBeNull();
  });
});

describe('the words for an adjusted score', () => {
  it('name the score, the interval and the assessors', () => {
    expect(scoreTexts.adjustedReading(13.5, { low: 12, high: 15 }, 6)).toBe(
      'Adjusted score 14 · likely 12\u2060–\u206015 · 6 assessors',
    );
  });

  it('speak of one assessor in the singular', () => {
    expect(scoreTexts.adjustedReading(10, { low: 4, high: 17 }, 1)).toBe(
      'Adjusted score 10 · likely 4\u2060–\u206017 · 1 assessor',
    );
  });

  it('do not make a range of one number', () => {
    expect(scoreTexts.adjustedReading(12, { low: 12, high: 12 }, 9)).toBe(
      'Adjusted score 12 · likely 12 · 9 assessors',
    );
  });

  it('put the assessment before beside the one now', () => {
    expect(scoreTexts.change({ low: 9, high: 14 }, { low: 11, high: 14 })).toBe(
      'Before: 9\u2060–\u206014 · now: 11\u2060–\u206014',
    );
  });
});

describe('the adjusted score before', () => {
  it('is waited for where the photo has earlier ratings', () => {
    expect(previousOf({ timesRated: 8, testTimesRated: 4 }, undefined)).toBeUndefined();
  });

  it('is not waited for in a first assessment', () => {
    expect(previousOf({ timesRated: 4, testTimesRated: 4 }, undefined)).toBeNull();
  });

  it('is what was answered once it was', () => {
    const previousFairScore = fairScore(9, 11, 14);
    expect(previousOf({ timesRated: 8, testTimesRated: 4 }, { previousFairScore })).toBe(previousFairScore);
  });
});
