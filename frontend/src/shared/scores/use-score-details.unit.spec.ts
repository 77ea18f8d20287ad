import { expect, it } from '@jest/globals';
import { scoresOf } from './use-score-details';

it('shows the scores of all assessments in order, without ratings that only comment', () => {
  const currentRatings = [{ score: 14 }, { score: null }];
  expect(scoresOf({ currentRatings, pastRatings: [{ score: 9 }, { score: 16 }] })).toEqual([9, 14, 16]);
});
