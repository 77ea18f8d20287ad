import { describe, expect, it } from '@jest/globals';
import { rateFirst } from './rate-first.js';

const photosWith = (...ratings: number[]) =>
  ratings.map((count, index) => ({ photoId: 'abcdef'[index]!, ratings: count }));
const chosen = (photos: ReturnType<typeof photosWith>, likeliestFirst: string[]) =>
  rateFirst(photos, likeliestFirst).map(({ photoId }) => photoId);

describe('an assessor rates first', () => {
  it.each([
    ['all photos, while none has its three ratings', photosWith(0, 0, 2, 2), ['d'], ['a', 'b', 'c', 'd']],
    ['those that lack ratings, if they are two', photosWith(3, 2, 4, 2), ['a', 'b', 'c', 'd'], ['b', 'd']],
    ['the likeliest one beside the only one that lacks ratings', photosWith(3, 2, 4, 3), ['c', 'a'], ['b', 'c']],
    ['the two likeliest to be the best', photosWith(3, 3, 9, 4), ['c', 'b', 'a', 'd'], ['c', 'b']],
    ['photos of which something is known before others', photosWith(3, 3, 3), ['c'], ['c', 'a']],
    ['what there is, if that is less', photosWith(5), [], ['a']],
    ['nothing of nothing', photosWith(), ['a'], []],
  ])('%s', (_, photos, likeliestFirst, expected) => {
    expect(chosen(photos, likeliestFirst)).toEqual(expected);
  });
});
