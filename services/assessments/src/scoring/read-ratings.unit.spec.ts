import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packed } from './read-ratings.js';

describe('blocks of countries', () => {
  it('hold each country once, and more than their size only where one country has more', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 50 }).map((ratings) => ({ ratings })));
    fc.assert(
      fc.property(counts, (some) => {
        const countries = some.map(({ ratings }, index) => ({ country: `C${index}`, ratings }));
        const blocks = packed(countries, 30);
        expect(blocks.flat().toSorted()).toEqual(countries.map(({ country }) => country).toSorted());
        const ratingsOf = new Map(countries.map(({ country, ratings }) => [country, ratings]));
        for (const block of blocks) {
          const sum = block.reduce((total, country) => total + ratingsOf.get(country)!, 0);
          expect(sum <= 30 || block.length === 1).toBe(true);
        }
      }),
    );
  });
});
