import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { estimateAudience } from './fit-audience-model.js';
import { audiencePosterior, jointPosterior, posteriorBy, type SharedRating } from './joint-posterior.js';
import { z80 } from './normal.js';
import { type AudienceModel, beliefOf, type ScoreModel } from './score-model.js';

const model: ScoreModel = {
  mean: 10,
  photoVariance: 6,
  severityVariance: 4,
  residualVariance: 10,
  noiseGrowth: 0,
  meanVariance: 0,
  withinVariance: 19,
  spreadWeight: 20,
};

const audience: AudienceModel = { shift: 0.5, deviationVariance: 0.4 };
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
let assessors = 0;

/** A rating by a new assessor without other ratings. */
const rating = (score: number, isOfAudience: boolean, photoId = 'a'): SharedRating => ({
  photoId,
  assessorId: String(++assessors),
  score,
  assessor: beliefOf(0, model.severityVariance),
  message: { precision: 0, shift: 0 },
  isOfAudience,
});

const estimateOf = (ratings: SharedRating[], ofAudience = audience) => {
  const posterior = audiencePosterior(model, ofAudience, ['a'], ratings);
  return { mean: posterior.means[0]!, variance: posterior.covariances[0]![0]!, deviation: posterior.deviations[0]! };
};

describe('the score for an audience', () => {
  it('is that of all photos, shifted, where nobody has rated', () => {
    const { mean, variance } = estimateOf([]);
    expect(mean).toBeCloseTo(10.5, 10);
    expect(variance).toBeCloseTo(6.4, 10);
  });

  it('is the score of all where the audience does not differ', () => {
    const ratings = [rating(14, true), rating(6, false)];
    const { mean, variance } = estimateOf(ratings, { shift: 0, deviationVariance: 1e-9 });
    const ofAll = jointPosterior(model, ['a'], ratings);
    expect(mean).toBeCloseTo(ofAll.means[0]!, 6);
    expect(variance).toBeCloseTo(ofAll.covariances[0]![0]!, 6);
    const precision = 1 / 6 + 2 / 14;
    expect(mean).toBeCloseTo((10 / 6 + 20 / 14) / precision, 6);
    expect(variance).toBeCloseTo(1 / precision, 6);
  });

  it('counts the assessors of the audience alone, each once', () => {
    const twice = rating(15, true);
    const ratings = [twice, { ...twice, score: 14 }, rating(12, true), rating(6, false)];
    expect(audiencePosterior(model, audience, ['a'], ratings).assessors).toEqual([2]);
    expect(jointPosterior(model, ['a'], ratings).assessors).toEqual([3]);
  });

  it('follows many ratings of the audience, whatever the others say, and tells that they differ', () => {
    const ratings = [...times(400, true), ...times(400, false)].map((isOf) => rating(isOf ? 15 : 9, isOf));
    const { mean, deviation } = estimateOf(ratings, { shift: 0, deviationVariance: 4 });
    expect(mean).toBeGreaterThan(14.9);
    expect(deviation.mean).toBeGreaterThan(z80 * Math.sqrt(deviation.variance));
  });

  it('learns from others, less than from as many of the audience', () => {
    const varianceOf = (isOf: boolean) => estimateOf(times(8, undefined).map(() => rating(12, isOf))).variance;
    expect(varianceOf(false)).toBeLessThan(estimateOf([]).variance);
    expect(varianceOf(true)).toBeLessThan(varianceOf(false));
  });

  it('has an interval that holds the truth in about 80 of 100 cases', () => {
    const random = randomOf(3);
    const normal = (mean: number, variance: number) => mean + Math.sqrt(variance) * random.normal();
    const holds = times(4_000, undefined).filter(() => {
      const score = normal(model.mean, model.photoVariance);
      const truth = normal(score + audience.shift, audience.deviationVariance);
      const ratings = [true, true, false, false, false].map((isOf) => rating(normal(isOf ? truth : score, 14), isOf));
      const { mean, variance } = estimateOf(ratings);
      return Math.abs(mean - truth) <= z80 * Math.sqrt(variance);
    });
    expect(holds.length / 4_000).toBeGreaterThan(0.78);
    expect(holds.length / 4_000).toBeLessThan(0.82);
  });

  it('compares photos without the severity of who rated both', () => {
    const both = (scores: [number, number]) => {
      const [first, second] = [rating(scores[0], true, 'a'), rating(scores[1], true, 'b')];
      return [first, { ...second, assessorId: first.assessorId }];
    };
    const apart = audiencePosterior(model, audience, ['a', 'b'], [rating(14, true, 'a'), rating(11, true, 'b')]);
    const together = audiencePosterior(model, audience, ['a', 'b'], both([14, 11]));
    const varianceOf = ({ covariances: c }: typeof apart) => c[0]![0]! + c[1]![1]! - 2 * c[0]![1]!;
    expect(varianceOf(together)).toBeLessThan(varianceOf(apart));
  });
});

describe('the assessors of a comparison', () => {
  const ratingsBy = (own: number, others: number, photoId = 'a') =>
    [...times(own, true), ...times(others, false)].map((isOfAudience) => rating(12, isOfAudience, photoId));

  it.each([
    ['anyone', 3, 3],
    ['audience', 2, 3],
    ['audience', 3, 2],
  ] as const)(
    'are everybody, if %s is wanted and %d of the audience and %d others have rated',
    (wanted, own, others) => {
      const ratings = ratingsBy(own, others);
      const posterior = jointPosterior(model, ['a'], ratings);
      expect(posteriorBy(wanted, { model, audience }, ['a'], ratings)).toEqual({ by: 'anyone', posterior });
    },
  );

  it('are the audience for the photos that enough of it and enough others have rated', () => {
    const ratings = [...ratingsBy(3, 3, 'a'), ...ratingsBy(2, 3, 'b')];
    const bounded = ratings.map((one) => ({ ...one, isOfAudience: one.isOfAudience === true && one.photoId === 'a' }));
    const posterior = audiencePosterior(model, audience, ['a', 'b'], bounded);
    expect(posteriorBy('audience', { model, audience }, ['a', 'b'], ratings)).toEqual({ by: 'audience', posterior });
  });
});

describe('how an audience differs', () => {
  const meanBelief = (scores: number[]) => ({
    precision: scores.length / 6,
    shift: scores.reduce((sum, score) => sum + score / 6, 0),
  });
  const simulated = ({ shift, deviationVariance }: AudienceModel, photos = 2_000) => {
    const random = randomOf(7);
    return times(photos, undefined).map(() => {
      const score = 10 + 2 * random.normal();
      const own = score + shift + Math.sqrt(deviationVariance) * random.normal();
      const of = (mean: number) => meanBelief(times(3, mean).map((one) => one + Math.sqrt(6) * random.normal()));
      return { audience: of(own), others: of(score) };
    });
  };

  it('is found in photos that both have rated', () => {
    const found = estimateAudience(simulated({ shift: 1, deviationVariance: 2 }));
    expect(found.shift).toBeCloseTo(1, 0);
    expect(found.deviationVariance).toBeGreaterThan(1.6);
    expect(found.deviationVariance).toBeLessThan(2.4);
  });

  it('is hardly anything where it does not', () => {
    const found = estimateAudience(simulated({ shift: 0, deviationVariance: 0 }));
    expect(Math.abs(found.shift)).toBeLessThan(0.2);
    expect(found.deviationVariance).toBeLessThan(0.2);
  });

  it('is as before without such photos', () => {
    expect(estimateAudience([{ audience: meanBelief([12]), others: meanBelief([]) }], audience)).toEqual({
      shift: expect.closeTo(audience.shift, 10),
      deviationVariance: expect.closeTo(audience.deviationVariance, 10),
    });
  });
});
