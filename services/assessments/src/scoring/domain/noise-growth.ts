import type { BeliefPropagation } from './belief-propagation.js';
import type { RatingColumns } from './rating-columns.js';
import type { ScoreModel } from './score-model.js';

/** Beyond so many points from the mean the noise changes no more: few photos score there. */
const rangeMax = 8;
const growthMax = 0.25;

/** Variance of the noise of a rating of a photo with this score, points². */
export function noiseAt({ residualVariance, noiseGrowth, mean }: ScoreModel, score: number): number {
  return residualVariance * Math.exp(noiseGrowth * Math.min(rangeMax, Math.max(-rangeMax, score - mean)));
}

/**
 * The model of single scores: the same noise at every score. A photo that seems better than it is would seem noisier too, which costs one
 * percent of the error; how sure a comparison is needs the growth.
 */
export const withEvenNoise = (model: ScoreModel): ScoreModel => ({ ...model, noiseGrowth: 0 });

/**
 * By how much the logarithm of the noise's variance grows with a point of the score. By weighted least squares: the squared difference
 * between a rating and what the others say exceeds their uncertainty by the noise (Davidian and Carroll, "Variance function estimation",
 * 1987), linear in the score near the mean.
 * @param toPhotoPrecision of what each rating tells of its photo
 * @param priorWeight in ratings of photos that differ as much as all do
 */
export function noiseGrowthOf(
  { photoStarts, assessors }: RatingColumns,
  scoreOf: (rating: number) => number,
  beliefs: BeliefPropagation,
  toPhotoPrecision: Float64Array,
  prior: { noiseGrowth: number; weight: number },
): number {
  const { residualVariance, photoVariance } = beliefs.variances;
  let [slope, scale] = [0, 0];
  for (let photo = 0; photo + 1 < photoStarts.length; photo += 1) {
    const photoScore = beliefs.photoScoreOf(photo);
    const distance = photoScore - beliefs.mean;
    for (let n = photoStarts[photo]!; n < photoStarts[photo + 1]!; n += 1) {
      const ofOthers = 1 / toPhotoPrecision[n]! + 1 / beliefs.message.precision[n]! - 2 * residualVariance;
      const variance = residualVariance + ofOthers;
      const residual = scoreOf(n) - photoScore - beliefs.severityOf(assessors[n]!);
      const difference = residual * (variance / residualVariance);
      const growth = (difference ** 2 - variance) / residualVariance;
      const weight = (residualVariance / variance) ** 2;
      slope += weight * distance * growth;
      scale += weight * distance ** 2;
    }
  }
  const ofPrior = prior.weight * photoVariance;
  const growth = (slope + ofPrior * prior.noiseGrowth) / (scale + ofPrior || 1);
  return Math.min(growthMax, Math.max(-growthMax, growth));
}
