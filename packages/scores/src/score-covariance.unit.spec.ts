import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { estimateEffect } from './comment-associations.js';
import { inverseOf, type SharedRating } from './joint-posterior.js';
import { ScoreCovariance } from './score-covariance.js';
import { beliefOf, nothing, priorScoreModel } from './score-model.js';

/** The variance between photos is 7, that of the noise 12. */
const model = priorScoreModel;

const rating = (photoId: string, assessorId: string, score: number, severity = beliefOf(0, 7)): SharedRating => ({
  photoId,
  assessorId,
  score,
  assessor: severity,
  message: nothing,
});

describe('the covariance of an owner’s ratings', () => {
  it('equals the dense matrix of the model', () => {
    const random = randomOf(3);
    const severities = [4, 1, 0.2].map((variance) => beliefOf(2 * random.normal(), variance));
    const ratings = Array.from({ length: 9 }, (_, index) =>
      rating(`photo ${index % 4}`, `assessor ${index % 3}`, 10, severities[index % 3]),
    );
    const dense = ratings.map((one, row) =>
      ratings.map(
        (other, column) =>
          (one.photoId === other.photoId ? model.photoVariance : 0) +
          (one.assessorId === other.assessorId ? 1 / one.assessor.precision : 0) +
          (row === column ? model.residualVariance : 0),
      ),
    );
    const vector = Float64Array.from(ratings, () => random.normal());
    const expected = inverseOf(dense).map((row) => row.reduce((sum, value, index) => sum + value * vector[index]!, 0));
    const actual = new ScoreCovariance(model, ratings).precisionTimes(vector);
    for (const [index, value] of actual.entries()) expect(value).toBeCloseTo(expected[index]!, 10);
  });
});

/**
 * The expected values are computed by hand. A difference d with variance s² shrinks to d · 9 / (s² + 9), with variance s² · 9 /
 * (s² + 9), because effects have a standard deviation of 3 points. The scale of the variances is (20 + residual sum of squares) /
 * (20 + ratings − levels).
 */
describe('the effect of a comment', () => {
  const effectOf = (has: (boolean | undefined)[], ratings: SharedRating[], variances = model) =>
    estimateEffect(new ScoreCovariance(variances, ratings), has);
  const [one, other] = [rating('a', 'x', 15), rating('b', 'y', 11)];

  it('between two photos has the uncertainty of both photos and both assessors', () => {
    const { effect, standardError, freedom } = effectOf([true, false], [one, other]);
    const variance = 2 * (7 + 7 + 12);
    expect(effect).toBeCloseTo((4 * 9) / (variance + 9), 10);
    expect(freedom).toBe(21);
    const scale = (20 + 4 ** 2 / (variance + 9)) / 21;
    expect(standardError).toBeCloseTo(Math.sqrt((scale * variance * 9) / (variance + 9)), 10);
  });

  it('does not depend on how severe an assessor of both is', () => {
    const { effect } = effectOf([true, false], [one, { ...other, assessorId: 'x' }]);
    expect(effect).toBeCloseTo((4 * 9) / (2 * (7 + 12) + 9), 10);
  });

  it('is corrected for what is known of the assessors', () => {
    const [mild, severe] = [beliefOf(3, 1e-9), beliefOf(-1, 1e-9)];
    const { effect } = effectOf([true, false], [rating('a', 'x', 15, mild), rating('b', 'y', 11, severe)]);
    expect(effect).toBeCloseTo(0, 6);
  });

  it('within photos comes from the mean difference, if photos differ without bound', () => {
    const known = beliefOf(0, 1e-9);
    const ratings = [
      rating('a', 'w', 14, known),
      rating('a', 'x', 10, known),
      rating('b', 'y', 13, known),
      rating('b', 'z', 11, known),
    ];
    const unbounded = { ...model, photoVariance: 1e9 };
    const { effect, standardError } = effectOf([true, false, true, false], ratings, unbounded);
    expect(effect).toBeCloseTo((3 * 9) / (12 + 9), 6);
    const scale = (20 + 1 / 12 + 3 ** 2 / (12 + 9)) / 23;
    expect(standardError).toBeCloseTo(Math.sqrt((scale * 12 * 9) / (12 + 9)), 6);
  });

  it('leaves out the level of ratings that could not have the comment', () => {
    const { effect } = effectOf([true, false, undefined], [one, other, rating('c', 'z', 1)]);
    expect(effect).toBeCloseTo((4 * 9) / (2 * (7 + 7 + 12) + 9), 10);
  });
});
