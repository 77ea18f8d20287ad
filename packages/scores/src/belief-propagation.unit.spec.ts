import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { BeliefPropagation, type Variances } from './belief-propagation.js';
import { fitBeliefs, fitVariances } from './fit-score-model.js';
import { inverseOf } from './joint-posterior.js';
import { columnsOf, type IndexedRating, priorScoreModel } from './score-model.js';

const variances: Variances = { photoVariance: 6, severityVariance: 2.5, residualVariance: 5 };
const mean = 11;

/** Returns ratings of every photo by every assessor, or a random share of them if `share` is below 1. */
function dense(photoCount: number, assessorCount: number, seed: number, share = 1): IndexedRating[] {
  const { normal, uniform } = randomOf(seed);
  const noiseOf = (variance: number) => normal() * Math.sqrt(variance);
  const [scores, severities] = [
    Array.from({ length: photoCount }, () => mean + noiseOf(variances.photoVariance)),
    Array.from({ length: assessorCount }, () => noiseOf(variances.severityVariance)),
  ];
  return scores.flatMap((score, photo) =>
    severities.flatMap((severity, assessor) =>
      // Every photo and every assessor gets at least one rating.
      uniform() < share || photo % assessorCount === assessor % photoCount
        ? [{ photo, assessor, score: score + severity + noiseOf(variances.residualVariance) }]
        : [],
    ),
  );
}

/** Runs the generator to its end and returns its result. */
function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
}

function propagated(ratings: readonly IndexedRating[], photoCount: number, assessorCount: number): BeliefPropagation {
  const columns = columnsOf(ratings, { photoCount, assessorCount });
  const beliefs = new BeliefPropagation(columns, (rating) => columns.scores[rating]!, variances, mean, undefined);
  for (let sweep = 0; sweep < 2_000; sweep += 1) if (resultOf(beliefs.sweep()) < 1e-9) break;
  return beliefs;
}

/** Returns the exact variances of the photos, then of the assessors, from their joint precision matrix. */
function exactVariances(ratings: readonly IndexedRating[], photoCount: number, assessorCount: number): number[] {
  const size = photoCount + assessorCount;
  const precision = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => {
      if (row !== column) return 0;
      return 1 / (row < photoCount ? variances.photoVariance : variances.severityVariance);
    }),
  );
  for (const { photo, assessor } of ratings) {
    const [one, other] = [photo, photoCount + assessor];
    for (const row of [one, other])
      for (const column of [one, other]) precision[row]![column]! += 1 / variances.residualVariance;
  }
  return inverseOf(precision).map((row, index) => row[index]!);
}

const designs = [
  [2, 2, 1],
  [5, 5, 1],
  [10, 10, 1],
  [20, 8, 1],
  [8, 20, 1],
  [16, 12, 0.7],
] as const;

describe('belief propagation in a dense design', () => {
  it.each(designs)(
    'of %i photos and %i assessors (share %f) states too small a variance, by no more than that of what all have in common',
    (photoCount, assessorCount, share) => {
      const ratings = dense(photoCount, assessorCount, 7, share);
      const { photos, assessors } = propagated(ratings, photoCount, assessorCount);
      const stated = [...photos.precision, ...assessors.precision].map((precision) => 1 / precision);
      const exact = exactVariances(ratings, photoCount, assessorCount);
      // Variance of a shift that ratings cannot reveal: photos better and assessors stricter, all by the same amount.
      const common = 1 / (photoCount / variances.photoVariance + assessorCount / variances.severityVariance);
      // The stated variance of a score also contains `meanVariance`.
      const columns = columnsOf(ratings, { photoCount, assessorCount });
      const { meanVariance } = resultOf(fitBeliefs(columns, { ...priorScoreModel, ...variances })).model;
      expect(meanVariance).toBeGreaterThan(common);
      for (const [index, variance] of stated.entries()) {
        expect(variance).toBeLessThanOrEqual(exact[index]! * (1 + 1e-6));
        expect(variance + common).toBeGreaterThanOrEqual(exact[index]!);
      }
    },
  );
});

describe('the variances that are fitted in dense designs', () => {
  it('are right on average, within 6 %, although the designs are small', () => {
    const fits = Array.from({ length: 1_000 }, (_, seed) => {
      const columns = columnsOf(dense(10, 10, 1_000 + seed), { photoCount: 10, assessorCount: 10 });
      return resultOf(fitVariances(columns, (rating) => columns.scores[rating]!, {}));
    });
    for (const component of ['photoVariance', 'severityVariance', 'residualVariance'] as const) {
      const average = fits.reduce((sum, fit) => sum + fit[component], 0) / fits.length;
      expect(Math.abs(average / variances[component] - 1)).toBeLessThan(0.06);
    }
  });
});
