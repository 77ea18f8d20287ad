import { z80 } from '../scoring/domain/normal.js';
import type { ScoreModel } from '../scoring/domain/score-model.js';

/** A rating of the photo, without what is known of its assessor's severity. */
export interface HeardRating {
  score: number;
  /** Noise, and what is not known of the severity; points². */
  variance: number;
  isOfAudience: boolean;
}

/** How an audience differs from all assessors. */
export interface AudienceModel {
  /** Mean difference between the audience's scores and all assessors' over all photos, in points. Positive if the audience gives more. */
  readonly shift: number;
  /** Variance of that difference between photos; points². */
  readonly deviationVariance: number;
}

/** Before there are ratings to learn from: groups of people agree about faces nearly as well as people of one group do. */
export const priorAudience: AudienceModel = { shift: 0, deviationVariance: 0.3 };

export interface Estimate {
  mean: number;
  variance: number;
}

/**
 * Estimates the audience's mean score of a photo: t + d. t is the photo's score by all assessors (`scoring/domain/score-model.ts`),
 * and d ~ N(shift, deviationVariance). Ratings of others inform t, ratings of the audience inform t + d: partial pooling (Gelman and
 * Hill, "Data Analysis Using Regression and Multilevel/Hierarchical Models", 2007, chapter 12).
 */
export function audienceScore(
  { mean, photoVariance }: Pick<ScoreModel, 'mean' | 'photoVariance'>,
  { shift, deviationVariance }: AudienceModel,
  ratings: readonly HeardRating[],
): Estimate {
  // Precisions and shifts of (t, d − shift), to which an own rating adds in all four places.
  const own = sumsOf(
    ratings.filter(({ isOfAudience }) => isOfAudience).map((one) => ({ ...one, score: one.score - shift })),
  );
  const others = sumsOf(ratings.filter(({ isOfAudience }) => !isOfAudience));
  const ofScore = 1 / photoVariance + own.precision + others.precision;
  const ofDeviation = 1 / deviationVariance + own.precision;
  const determinant = ofScore * ofDeviation - own.precision ** 2;
  const scoreShift = mean / photoVariance + own.shift + others.shift;
  const [scoreVariance, deviation, covariance] = [ofDeviation, ofScore, -own.precision].map(
    (part) => part / determinant,
  ) as [number, number, number];
  const score = scoreVariance * scoreShift + covariance * own.shift;
  const deviationMean = covariance * scoreShift + deviation * own.shift;
  return { mean: score + deviationMean + shift, variance: scoreVariance + deviation + 2 * covariance };
}

/** An 80 % credible interval. */
export function intervalOf({ mean, variance }: Estimate): { low: number; high: number } {
  const halfWidth = z80 * Math.sqrt(variance);
  return { low: mean - halfWidth, high: mean + halfWidth };
}

/** Prior variance of `shift`, points². */
const shiftVariance = 0.1;

/**
 * The deviations' variance by moments: over photos rated by both, the squared difference of the two means exceeds what their own
 * uncertainty explains. The prior weighs as so many of these photos.
 */
export function estimateAudience(
  photos: readonly (readonly HeardRating[])[],
  prior: AudienceModel = priorAudience,
  weight = 40,
): AudienceModel {
  const differences = photos.flatMap((ratings) => {
    const [own, others] = [true, false].map((wanted) =>
      sumsOf(ratings.filter(({ isOfAudience }) => isOfAudience === wanted)),
    ) as [Sums, Sums];
    if (own.precision === 0 || others.precision === 0) return [];
    const chance = 1 / own.precision + 1 / others.precision;
    const difference = own.shift / own.precision - others.shift / others.precision;
    // Photos with many ratings tell more.
    return [{ difference, chance, precision: 1 / (chance + prior.deviationVariance) }];
  });
  if (differences.length === 0) return prior;
  const sumOf = (value: (one: (typeof differences)[number]) => number) =>
    differences.reduce((sum, one) => sum + value(one), 0);
  const shift =
    (sumOf(({ precision, difference }) => precision * difference) + prior.shift / shiftVariance) /
    (sumOf(({ precision }) => precision) + 1 / shiftVariance);
  const weights = sumOf(({ precision }) => precision ** 2);
  const ofPrior = (weight * weights) / differences.length;
  const excess = sumOf(({ precision, difference, chance }) => precision ** 2 * ((difference - shift) ** 2 - chance));
  const deviationVariance = (excess + ofPrior * prior.deviationVariance) / (weights + ofPrior);
  return { shift, deviationVariance: Math.max(0.02, deviationVariance) };
}

interface Sums {
  precision: number;
  shift: number;
}

const sumsOf = (ratings: readonly HeardRating[]): Sums => ({
  precision: ratings.reduce((sum, { variance }) => sum + 1 / variance, 0),
  shift: ratings.reduce((sum, { score, variance }) => sum + score / variance, 0),
});
