import { type SharedRating, scoreBelief } from './joint-posterior.js';
import {
  type AudienceModel,
  type Belief,
  meanOf,
  nothing,
  plus,
  priorAudience,
  type ScoreModel,
} from './score-model.js';

/** Beliefs about a photo's score from the audience's ratings and from other ratings, corrected by the assessors' severities. */
interface PhotoByGroup {
  audience: Belief;
  others: Belief;
}

/** Weight of the prior, as a number of photos. */
const priorWeight = 100;

/** Prior variance of `shift`, points². */
const shiftVariance = 0.1;

/** Lower bound of `deviationVariance`, points²: rounded scores alone cause this much variance. */
const deviationVarianceMin = 0.02;

/**
 * Estimates by moments, from photos rated by both groups. The squared differences of the two means exceed the
 * uncertainty of the means. The excess is the variance of the deviations. Source: DerSimonian and Laird, "Meta-analysis
 * in clinical trials" (1986); the prior is added.
 */
export function estimateAudience(photos: readonly PhotoByGroup[], prior = priorAudience): AudienceModel {
  const differences = photos.flatMap(({ audience, others }) => {
    if (audience.precision === 0 || others.precision === 0) return [];
    const chance = 1 / audience.precision + 1 / others.precision;
    const difference = meanOf(audience) - meanOf(others);
    // The precision is the photo's weight: photos with many ratings count more.
    return [{ difference, chance, precision: 1 / (chance + prior.deviationVariance) }];
  });
  if (differences.length === 0) return prior;
  const sumOf = (value: (one: (typeof differences)[number]) => number) =>
    differences.reduce((sum, one) => sum + value(one), 0);
  const shift =
    (sumOf(({ precision, difference }) => precision * difference) + prior.shift / shiftVariance) /
    (sumOf(({ precision }) => precision) + 1 / shiftVariance);
  const weights = sumOf(({ precision }) => precision ** 2);
  const ofPrior = (priorWeight * weights) / differences.length;
  const excess = sumOf(({ precision, difference, chance }) => precision ** 2 * ((difference - shift) ** 2 - chance));
  const deviationVariance = (excess + ofPrior * prior.deviationVariance) / (weights + ofPrior);
  return { shift, deviationVariance: Math.max(deviationVarianceMin, deviationVariance) };
}

export function byGroup(model: ScoreModel, ratings: readonly SharedRating[]): PhotoByGroup {
  const of = (isOfAudience: boolean): Belief =>
    ratings
      .filter((rating) => rating.isOfAudience === isOfAudience)
      .map((rating) => scoreBelief(model, rating))
      .reduce(plus, nothing);
  return { audience: of(true), others: of(false) };
}
