import { describe, expect, it } from '@jest/globals';
import { scoreTexts } from '../../lib/texts/scores';
import { shownAverage, wholeInterval } from './adjusted-score';

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

describe('the words for a score', () => {
  it('name the average and how many people rated the photo', () => {
    expect([1, 4].map((people) => `11${scoreTexts.ratedBy(people)}`)).toEqual([
      '11 · 1 person rated it',
      '11 · 4 people rated it',
    ]);
  });

  it('name the adjusted score and its likely range', () => {
    expect(scoreTexts.adjusted(11.5, { low: 9, high: 14 }, 3)).toBe(
      'Adjusted for strict and generous assessors: 12, likely 9\u2060–\u206014',
    );
  });

  it('do not make a range of one number', () => {
    expect(scoreTexts.adjusted(11.5, { low: 9, high: 14 }, 2)).toBe(
      'Few ratings so far, so adjusted towards the average of all photos: 12, likely 9\u2060–\u206014',
    );
    expect(scoreTexts.adjusted(12, { low: 12, high: 12 }, 4)).toBe(
      'Adjusted for strict and generous assessors: 12, likely 12',
    );
  });

  it('put the assessment before beside the one now', () => {
    expect(scoreTexts.change({ low: 9, high: 14 }, { low: 11, high: 14 })).toBe(
      'Likely range before the newest assessment: 9\u2060–\u206014. Now: 11\u2060–\u206014.',
    );
  });
});
