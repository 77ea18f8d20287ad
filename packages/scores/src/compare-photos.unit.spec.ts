import { describe, expect, it } from '@jest/globals';
import { chancesOfBest, compareAll, comparePhotos, probabilityOfBeating, rankPhotos } from './compare-photos.js';
import type { JointPosterior } from './joint-posterior.js';
import { normalCdf } from './normal.js';

const posteriorOf = (means: number[], covariances: number[][]): JointPosterior => ({
  photoIds: means.map(String),
  means,
  covariances,
  noiseVariances: means.map(() => 10),
  assessors: means.map(() => 5),
});

const independent = (...means: number[]): JointPosterior =>
  posteriorOf(
    means,
    means.map((_, row) => means.map((__, column) => (row === column ? 1 : 0))),
  );

describe('a comparison of two photos', () => {
  const posterior = independent(10, 9);
  const compare = (first: number, second: number, settledFrom = 0.85, assessorsMax = 20) =>
    comparePhotos(posterior, first, second, { settledFrom, assessorsMax });

  it('says how many more assessors of both would settle it, at most as many as are worth proposing', () => {
    // The difference is 1 with precision 1/2. Each assessor adds 1/20. Φ(1.0364) = 0.85, and (1.0364² − 1/2) · 20 = 11.5.
    expect(compare(0, 1)).toMatchObject({ photoIds: ['10', '9'], winner: undefined, ratersToTell: 12 });
    expect(compare(1, 0)).toMatchObject({ photoIds: ['9', '10'], winner: undefined, ratersToTell: 12 });
    expect(compare(0, 1, 0.85, 12).ratersToTell).toBe(12);
    expect(compare(0, 1, 0.85, 11).ratersToTell).toBeUndefined();
  });

  it('is made for every photo with each one after it', () => {
    const pairs = compareAll(independent(10, 9, 8)).map(({ photoIds }) => photoIds);
    expect(pairs).toEqual([
      ['10', '9'],
      ['10', '8'],
      ['9', '8'],
    ]);
  });

  it('proposes one assessor at least', () => expect(compare(0, 1, 0.765).ratersToTell).toBe(1));

  it('proposes as many assessors as just reach the probability', () => {
    const afterThree = normalCdf(Math.sqrt(1 / 2 + 3 / 20));
    expect(compare(0, 1, afterThree).ratersToTell).toBe(3);
    expect(compare(0, 1, afterThree + 1e-9).ratersToTell).toBe(4);
  });

  it('proposes at most twenty assessors unless told otherwise', () => {
    // The expected numbers are the smallest integers above (1.0364² / difference² − 1/2) · 20.
    expect(comparePhotos(independent(10.8465, 10), 0, 1).ratersToTell).toBe(20);
    expect(comparePhotos(independent(10.836, 10), 0, 1, { settledFrom: 0.85, assessorsMax: 21 }).ratersToTell).toBe(21);
    expect(comparePhotos(independent(10.836, 10), 0, 1).ratersToTell).toBeUndefined();
  });

  it('is settled from the given probability on', () => {
    const { probability } = compare(0, 1);
    expect(compare(0, 1, probability)).toMatchObject({ winner: '10', ratersToTell: undefined });
    expect(compare(1, 0, 1 - compare(1, 0).probability)).toMatchObject({ winner: '10', ratersToTell: undefined });
    expect(compare(0, 1, probability + 1e-9).winner).toBeUndefined();
  });

  it('puts photos side by side until one is settled to be the better one', () => {
    const certainty = (settledFrom: number) => ({ settledFrom, assessorsMax: 20 });
    const { probability } = compare(0, 1);
    expect(rankPhotos(posterior, certainty(probability))).toEqual([['10'], ['9']]);
    expect(rankPhotos(posterior, certainty(probability + 1e-9))).toEqual([['10', '9']]);
    expect(rankPhotos(independent(9, 12, 6))).toEqual([['12'], ['9'], ['6']]);
    expect(rankPhotos(independent(9, 20, 8.9))).toEqual([['20'], ['9', '8.9']]);
  });
});

describe('the chance of each photo to be the best', () => {
  it.each([
    ['that score alike', [10, 10], [1, 0]],
    ['that differ by a little', [10, 10.7], [1, 0.5]],
    ['that differ by much', [12, 9], [2, -0.6]],
  ])('of two %s is that of beating the other', (_, means, [variance, covariance]) => {
    const posterior = posteriorOf(means, [
      [variance!, covariance!],
      [covariance!, variance!],
    ]);
    expect(chancesOfBest(posterior)[0]).toBeCloseTo(probabilityOfBeating(posterior, 0, 1), 2);
  });

  it('is the same for photos that score alike, however many', () => {
    for (const count of [1, 3, 4, 6]) {
      const chances = chancesOfBest(independent(...Array.from({ length: count }, () => 7)));
      for (const chance of chances) expect(Math.abs(chance - 1 / count)).toBeLessThan(0.01);
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    }
  });

  it('of three is that of the highest of three normal variables', () => {
    // Integrates the density times both distribution functions numerically.
    const [a, b, c] = [10, 9, 8.5];
    const density = (x: number) => Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const below = (x: number, mean: number) => probabilityOfBeating(independentPair(x, mean), 0, 1);
    let chance = 0;
    for (let x = 4; x < 16; x += 0.01) chance += 0.01 * density(x - a) * below(x, b) * below(x, c);
    expect(chancesOfBest(independent(a, b, c))[0]).toBeCloseTo(chance, 2);
  });

  it('of no photos are none', () => expect(chancesOfBest(independent())).toEqual([]));
});

/** A photo with a known score, beside one with variance 1. */
const independentPair = (known: number, mean: number): JointPosterior =>
  posteriorOf(
    [known, mean],
    [
      [0, 0],
      [0, 1],
    ],
  );
