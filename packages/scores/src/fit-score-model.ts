import { type BeliefColumns, BeliefPropagation, type Variances, type WeightedPrior } from './belief-propagation.js';
import {
  eachOf,
  estimateSpread,
  onCommonSpreadOf,
  photoCountOf,
  priorScoreModel,
  type RatingColumns,
  type ScoreModel,
  sumsOfAssessors,
} from './score-model.js';

/** Beliefs as natural parameters. The index is the number of the photo, the assessor or, for `message`, the rating. */
export interface ScoreFit {
  /** The fitted model, with the mean of these ratings and its uncertainty. */
  model: ScoreModel;
  photos: BeliefColumns;
  assessors: BeliefColumns;
  message: { precision: Float32Array; shift: Float32Array };
  /** Returns the score of a rating on the common spread. All beliefs refer to these scores. */
  scoreOf: (rating: number) => number;
}

/** Estimates the spread of assessors, the variances and the mean. Uses a sample of whole photos if there are many ratings. */
export function* estimateScoreModel(ratings: RatingColumns, options: FitOptions = {}): Generator<void, ScoreModel> {
  const prior = options.prior?.model ?? priorScoreModel;
  const sums = sumsOfAssessors(ratings);
  const spread = estimateSpread(eachOf(sums), prior);
  const variances = yield* fitVariances(ratings, onCommonSpreadOf(ratings, sums, spread), options);
  return { ...variances, ...spread, meanVariance: prior.meanVariance };
}

/** Estimates scores and severities for the model's variances: belief propagation until the severities converge. */
export function* fitBeliefs(
  ratings: RatingColumns,
  model: ScoreModel,
  { prior, sweepsMax = 300, tolerance = 1e-3 }: FitOptions = {},
): Generator<void, ScoreFit> {
  const scoreOf = onCommonSpreadOf(ratings, sumsOfAssessors(ratings), model);
  const beliefs = new BeliefPropagation(ratings, scoreOf, model, model.mean, prior);
  let change = Number.POSITIVE_INFINITY;
  for (let sweeps = 0; change > tolerance && sweeps < sweepsMax; sweeps += 1) change = yield* beliefs.sweep();
  return {
    model: { ...model, mean: beliefs.mean, meanVariance: meanVarianceOf(ratings, model, prior?.weight ?? 0) },
    photos: beliefs.photos,
    assessors: beliefs.assessors,
    message: beliefs.messageShifts(),
    scoreOf,
  };
}

/** Estimates the model and the beliefs from the same ratings. */
export function fitScoreModel(ratings: RatingColumns, options: FitOptions = {}): ScoreFit {
  const model = resultOf(estimateScoreModel(ratings, options));
  return resultOf(fitBeliefs(ratings, model, options));
}

/** Returns the variance of the mean. An assessor with more ratings adds more information. */
function meanVarianceOf(
  { assessors, assessorCount }: RatingColumns,
  { severityVariance, residualVariance }: ScoreModel,
  priorWeight: number,
): number {
  const ratingsOfAssessor = new Uint32Array(assessorCount);
  for (const assessor of assessors) ratingsOfAssessor[assessor]! += 1;
  let information = priorWeight / severityVariance;
  for (const count of ratingsOfAssessor) {
    if (count > 0) information += 1 / (severityVariance + residualVariance / count);
  }
  return information === 0 ? severityVariance : 1 / information;
}

function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
}

interface FitOptions {
  prior?: WeightedPrior;
  sweepsMax?: number;
  /** Sweeps stop at changes below this: relative changes of variances (default 1e-4), or changes of severities (1e-3). */
  tolerance?: number;
}

const VARIANCE_MIN = 0.05;
/** The prior `noiseGrowth` weighs as much as this number of ratings of typical photos. */
const NOISE_GROWTH_WEIGHT = 500;

/**
 * Estimates the variance components by expectation-maximisation (Dempster, Laird, Rubin 1977), from the posterior variances of
 * each sweep of belief propagation. Time and memory grow with the number of ratings.
 * @param scoreOf the score of a rating on the common spread, by the rating's index
 */
export function* fitVariances(
  ratings: RatingColumns,
  scoreOf: (rating: number) => number,
  { prior, sweepsMax = 300, tolerance = 1e-4 }: FitOptions,
): Generator<void, Variances & { mean: number; noiseGrowth: number }> {
  const start = startOf(ratings, scoreOf, prior);
  const beliefs = new BeliefPropagation(ratings, scoreOf, start, start.mean, prior);
  const toPhotoPrecision = new Float64Array(ratings.assessors.length);
  let change = Number.POSITIVE_INFINITY;
  for (let sweeps = 0; change > tolerance && sweeps < sweepsMax; sweeps += 1) {
    yield* beliefs.sweep(toPhotoPrecision);
    const before = beliefs.variances;
    beliefs.variances = maximised(beliefs, toPhotoPrecision);
    change = largestChange(before, beliefs.variances);
  }
  return { ...beliefs.variances, mean: beliefs.mean, noiseGrowth: noiseGrowthOf(beliefs, toPhotoPrecision) };
}

function startOf(
  { assessors }: RatingColumns,
  scoreOf: (rating: number) => number,
  prior: WeightedPrior | undefined,
): Variances & { mean: number } {
  const count = assessors.length;
  let total = 0;
  for (let n = 0; n < count; n += 1) total += scoreOf(n);
  const mean = count === 0 ? (prior?.model.mean ?? 10.5) : total / count;
  let squares = 0;
  for (let n = 0; n < count; n += 1) squares += (scoreOf(n) - mean) ** 2;
  const variance = squares / Math.max(count, 1);
  return {
    mean,
    photoVariance: Math.max(VARIANCE_MIN, variance / 4),
    severityVariance: Math.max(VARIANCE_MIN, variance / 4),
    residualVariance: Math.max(VARIANCE_MIN, variance / 2),
  };
}

function maximised(beliefs: BeliefPropagation, toPhotoPrecision: Float64Array): Variances {
  const { ratings, scoreOf, prior } = beliefs;
  const { photoStarts, assessors, assessorCount } = ratings;
  const { residualVariance } = beliefs.variances;
  const photoCount = photoCountOf(ratings);
  let ofPhotos = 0;
  let ofResiduals = 0;
  for (let photo = 0; photo < photoCount; photo += 1) {
    const photoScore = beliefs.photoScoreOf(photo);
    ofPhotos += (photoScore - beliefs.mean) ** 2 + shareOfContrasts(photoCount) / beliefs.photos.precision[photo]!;
    for (let n = photoStarts[photo]!; n < photoStarts[photo + 1]!; n += 1) {
      // Variance of the prediction of this rating from all other ratings, excluding this rating's noise.
      const sum = 1 / toPhotoPrecision[n]! + 1 / beliefs.message.precision[n]! - 2 * residualVariance;
      const residual = scoreOf(n) - photoScore - beliefs.severityOf(assessors[n]!);
      ofResiduals += residual ** 2 + 1 / (1 / sum + 1 / residualVariance);
    }
  }
  let ofAssessors = 0;
  for (let assessor = 0; assessor < assessorCount; assessor += 1) {
    ofAssessors +=
      beliefs.severityOf(assessor) ** 2 + shareOfContrasts(assessorCount) / beliefs.assessors.precision[assessor]!;
  }
  const { model, weight } = prior ?? { model: undefined, weight: 0 };
  const component = (total: number, count: number, ofPrior = 0): number =>
    Math.max(VARIANCE_MIN, (total + weight * ofPrior) / Math.max(count + weight, 1));
  return {
    // Subtracts one from each count: photos also determine the mean, and assessors determine the zero of severities.
    photoVariance: component(ofPhotos, photoCount - 1, model?.photoVariance),
    severityVariance: component(ofAssessors, assessorCount - 1, model?.severityVariance),
    residualVariance: component(ofResiduals, assessors.length, model?.residualVariance),
  };
}

/**
 * Returns the share of the posterior variance that remains after the mean of all photos or assessors is removed, as in
 * restricted maximum likelihood (Patterson and Thompson, 1971). In dense designs, the result is slightly too large: variances
 * from belief propagation lie between those of the contrasts and the exact ones (`belief-propagation.unit.spec.ts`).
 */
const shareOfContrasts = (count: number): number => (count - 1) / count;

function largestChange(before: Variances, after: Variances): number {
  const names = ['photoVariance', 'severityVariance', 'residualVariance'] as const;
  return Math.max(...names.map((name) => Math.abs(after[name] / before[name] - 1)));
}

/** Distance from the mean, in points, beyond which the noise stays constant, because few photos score there. */
const rangeMax = 8;
const growthMax = 0.25;

/** Variance of the noise of a rating, in points², for a photo with this score. */
export function noiseAt({ residualVariance, noiseGrowth, mean }: ScoreModel, score: number): number {
  return residualVariance * Math.exp(noiseGrowth * Math.min(rangeMax, Math.max(-rangeMax, score - mean)));
}

/**
 * Returns the model for single scores, with the same noise at every score. With growing noise, an overestimated photo would
 * also seem noisier, which increases the error by one percent. Only comparisons need the growth, for their certainty.
 */
export const withEvenNoise = (model: ScoreModel): ScoreModel => ({ ...model, noiseGrowth: 0 });

/**
 * Returns the growth of the log variance of the noise per point of the score, by weighted least squares. The regression uses
 * squared differences between ratings and their predictions by the other ratings (Davidian and Carroll, "Variance function
 * estimation", 1987). Near the mean, the variance of the noise is linear in the score.
 * @param toPhotoPrecision the precision of each rating's message to its photo
 */
function noiseGrowthOf(beliefs: BeliefPropagation, toPhotoPrecision: Float64Array): number {
  const { ratings, scoreOf, prior } = beliefs;
  const { photoStarts, assessors } = ratings;
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
  const ofPrior = NOISE_GROWTH_WEIGHT * photoVariance;
  const growth = (slope + ofPrior * (prior?.model ?? priorScoreModel).noiseGrowth) / (scale + ofPrior);
  return Math.min(growthMax, Math.max(-growthMax, growth));
}
