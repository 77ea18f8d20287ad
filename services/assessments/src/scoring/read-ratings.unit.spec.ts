import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packed } from './read-ratings.js';

describe('blocks of countries', () => {
  it('hold each country once, or all parts of it, and no more than their size', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 100 }).map((ratings) => ({ ratings })));
    fc.assert(
      fc.property(counts, (some) => {
        const countries = some.map(({ ratings }, index) => ({ country: `C${index}`, ratings }));
        const ratingsOf = new Map(countries.map(({ country, ratings }) => [country, ratings]));
        const shares = new Map<string, number>();
        for (const { countries: names = [], part = { number: 0, of: 1 } } of packed(countries, 30)) {
          expect(names.reduce((sum, name) => sum + ratingsOf.get(name)! / part.of, 0)).toBeLessThanOrEqual(30);
          expect(part.number).toBeLessThan(part.of);
          for (const name of names) shares.set(name, (shares.get(name) ?? 0) + 1 / part.of);
        }
        expect([...shares.keys()].toSorted()).toEqual(countries.map(({ country }) => country).toSorted());
        for (const share of shares.values()) expect(share).toBeCloseTo(1);
      }),
    );
  });
});
