import type { ComparedPhotos } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import { leadOver } from './photo-order';

const compared = (one: string, other: string, probability: number, winner: string | null) =>
  ({ photoIds: [one, other], probability, winner, ratersToTell: null }) as ComparedPhotos['comparisons'][number];

it('gives a tied place the lead that it surely has over the next, and none if one of its photos has none', () => {
  const surely = compared('a', 'c', 0.97, 'a');
  expect(leadOver(['c'], ['a'], [surely])).toBe(97);
  expect(leadOver(['c'], ['a', 'b'], [surely, compared('c', 'b', 0.08, 'b')])).toBe(92);
  expect(leadOver(['c'], ['a', 'b'], [surely, compared('b', 'c', 0.6, null)])).toBeNull();
  expect(leadOver([], ['a'], [])).toBeNull();
});
