import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { columnsOf, photoCountOf } from './score-model.js';

const someRatings = fc.array(
  fc.record({
    photo: fc.integer({ min: 0, max: 9 }),
    assessor: fc.integer({ min: 0, max: 4 }),
    score: fc.integer({ min: 1, max: 20 }),
  }),
);

describe('columns of ratings', () => {
  it('hold the ratings of each photo, in their order', () => {
    fc.assert(
      fc.property(someRatings, (ratings) => {
        const columns = columnsOf(ratings, { photoCount: 10, assessorCount: 5 });
        expect(photoCountOf(columns)).toBe(10);
        expect(columns.photoStarts[10]).toBe(ratings.length);
        for (let photo = 0; photo < 10; photo += 1) {
          const [start, end] = [columns.photoStarts[photo]!, columns.photoStarts[photo + 1]!];
          const own = ratings.filter((rating) => rating.photo === photo);
          expect([...columns.assessors.subarray(start, end)]).toEqual(own.map(({ assessor }) => assessor));
          expect([...columns.scores.subarray(start, end)]).toEqual(own.map(({ score }) => score));
        }
      }),
    );
  });
});
