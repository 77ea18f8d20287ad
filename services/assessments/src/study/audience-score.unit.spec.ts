import { describe, expect, it } from '@jest/globals';
import { type AudienceModel, audienceScore, estimateAudience, type HeardRating, intervalOf } from './audience-score.js';
import { randomOf } from './random.js';

const model = { mean: 10, photoVariance: 6 };
const audience: AudienceModel = { shift: 0.5, deviationVariance: 0.4 };
const heard = (score: number, isOfAudience: boolean, variance = 14): HeardRating => ({ score, variance, isOfAudience });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe('the score for an audience', () => {
  it('is that of all photos, shifted, where nobody has rated', () => {
    const { mean, variance } = audienceScore(model, audience, []);
    expect(mean).toBeCloseTo(10.5, 10);
    expect(variance).toBeCloseTo(6.4, 10);
  });

  it('is the score of all where the audience does not differ', () => {
    const same = { shift: 0, deviationVariance: 1e-9 };
    const ratings = [heard(14, true), heard(6, false)];
    const { mean, variance } = audienceScore(model, same, ratings);
    const precision = 1 / 6 + 2 / 14;
    expect(mean).toBeCloseTo((10 / 6 + 20 / 14) / precision, 6);
    expect(variance).toBeCloseTo(1 / precision, 6);
  });

  it('follows many ratings of the audience, whatever the others say', () => {
    const ratings = [...times(400, heard(15, true)), ...times(400, heard(9, false))];
    const { mean } = audienceScore(model, { shift: 0, deviationVariance: 4 }, ratings);
    expect(mean).toBeGreaterThan(14.9);
  });

  it('learns from others, less than from as many of the audience', () => {
    const varianceOf = (isOfAudience: boolean) =>
      audienceScore(model, audience, times(8, heard(12, isOfAudience))).variance;
    expect(varianceOf(false)).toBeLessThan(audienceScore(model, audience, []).variance);
    expect(varianceOf(true)).toBeLessThan(varianceOf(false));
  });

  it('has an interval that holds the truth in about 80 of 100 cases', () => {
    const random = randomOf(3);
    const normal = (mean: number, variance: number) => mean + Math.sqrt(variance) * random.normal();
    const holds = times(4_000, undefined).filter(() => {
      const score = normal(model.mean, model.photoVariance);
      const truth = normal(score + audience.shift, audience.deviationVariance);
      const ratings = [true, true, false, false, false].map((isOfAudience) =>
        heard(normal(isOfAudience ? truth : score, 14), isOfAudience),
      );
      const { low, high } = intervalOf(audienceScore(model, audience, ratings));
      return low <= truth && truth <= high;
    });
    expect(holds.length / 4_000).toBeGreaterThan(0.78);
    expect(holds.length / 4_000).toBeLessThan(0.82);
  });
});

describe('how an audience differs', () => {
  const simulated = ({ shift, deviationVariance }: AudienceModel, photos = 2_000) => {
    const random = randomOf(7);
    return times(photos, undefined).map(() => {
      const score = 10 + 2 * random.normal();
      const own = score + shift + Math.sqrt(deviationVariance) * random.normal();
      return [true, true, true, false, false, false].map((isOfAudience) =>
        heard((isOfAudience ? own : score) + Math.sqrt(6) * random.normal(), isOfAudience, 6),
      );
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
    expect(estimateAudience([[heard(12, true)], [heard(9, false)]], audience)).toEqual({
      shift: expect.closeTo(audience.shift, 10),
      deviationVariance: expect.closeTo(audience.deviationVariance, 10),
    });
  });
});
