import type { Photo } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { newRatingsOf } from './seen-ratings';

const photo = (id: string, timesRated: number, section: Photo['section'] = 'bank') =>
  ({ _id: id, timesRated, section }) as Photo;
const rowsOf = (photos: Photo[], seen: Record<string, number> | null) =>
  newRatingsOf(photos, seen).map(({ photo: { _id }, ratings }) => [_id, ratings]);

describe('new ratings', () => {
  it('are those above what was seen, by photo, the most first', () => {
    const photos = [photo('a', 4), photo('b', 7), photo('c', 2)];
    expect(rowsOf(photos, { a: 3, b: 4, c: 2 })).toEqual([
      ['b', 3],
      ['a', 1],
    ]);
  });

  it('are all ratings of a photo that was not there before', () => {
    expect(rowsOf([photo('new', 2)], {})).toEqual([['new', 2]]);
  });

  it('are those of running assessments in a browser that has shown none', () => {
    expect(rowsOf([photo('old', 9), photo('running', 2, 'testing')], null)).toEqual([['running', 2]]);
  });

  it('are not ratings that went away with a reset', () => {
    expect(rowsOf([photo('a', 0)], { a: 4 })).toEqual([]);
  });
});
