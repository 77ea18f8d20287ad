import { expect, it } from '@jest/globals';
import { priorScoreModel } from '../scoring/domain/score-model.js';
import { mostUseful } from './allocate.js';

const posteriorOf = (means: number[], variances: number[]) => ({
  photoIds: means.map(String),
  means,
  covariances: means.map((_, row) => means.map((__, column) => (row === column ? variances[row]! : 0))),
  assessors: means.map(() => 3),
});
const usefulOf = (means: number[], variances: number[], count = 2) =>
  mostUseful(priorScoreModel, posteriorOf(means, variances), count);

it('asks for the leader and for what is most likely to be better', () => {
  expect(usefulOf([10, 14, 13.5, 6], [2, 2, 2, 2])).toEqual([1, 2]);
});

it('asks for a photo that few have rated before one that is surely worse', () => {
  expect(usefulOf([14, 11.5, 11], [1, 0.5, 9])).toContain(2);
});

it('asks for the one that is known least, if it may be only one', () => {
  expect(usefulOf([12, 11.8, 4], [1, 6, 1], 1)).toEqual([1]);
});

it('asks for all where there are no more', () => {
  expect(usefulOf([12, 11], [1, 1], 5)).toEqual([0, 1]);
});
