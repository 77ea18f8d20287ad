import { BeliefPropagation, type Variances, type WeightedPrior } from './belief-propagation.js';
import { noiseGrowthOf } from './noise-growth.js';
import { photoCountOf, type RatingColumns } from './rating-columns.js';
import { priorScoreModel } from './score-model.js';

export interface FitOptions {
  prior?: WeightedPrior;
  /** 300 by default. */
  sweepsMax?: number;
  /** The largest relative change of a variance, or change of a severity, in the last sweep; 1e-4 by default. */
  tolerance?: number;
}

const VARIANCE_MIN = 0.05;
const NOISE_GROWTH_WEIGHT = 500;

/**
 * The variance components by expectation-maximisation (Dempster, Laird, Rubin 1977): after each sweep of belief
 * propagation, from the sweep's own posterior variances. Time and memory grow with the number of ratings.
 * @param scoreOf a rating on the common spread, by its index
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
    beliefs.variances = maximised(ratings, scoreOf, beliefs, toPhotoPrecision, prior);
    change = largestChange(before, beliefs.variances);
  }
  const ofPrior = { noiseGrowth: (prior?.model ?? priorScoreModel).noiseGrowth, weight: NOISE_GROWTH_WEIGHT };
  const noiseGrowth = noiseGrowthOf(ratings, scoreOf, beliefs, toPhotoPrecision, ofPrior);
  return { ...beliefs.variances, mean: beliefs.mean, noiseGrowth };
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

function maximised(
  ratings: RatingColumns,
  scoreOf: (rating: number) => number,
  beliefs: BeliefPropagation,
  toPhotoPrecision: Float64Array,
  prior: WeightedPrior | undefined,
): Variances {
  const { photoStarts, assessors, assessorCount } = ratings;
  const { residualVariance } = beliefs.variances;
  const photoCount = photoCountOf(ratings);
  let ofPhotos = 0;
  let ofResiduals = 0;
  for (let photo = 0; photo < photoCount; photo += 1) {
    const photoScore = beliefs.photoScoreOf(photo);
    ofPhotos += (photoScore - beliefs.mean) ** 2 + shareOfContrasts(photoCount) / beliefs.photos.precision[photo]!;
    for (let n = photoStarts[photo]!; n < photoStarts[photo + 1]!; n += 1) {
      // The noise of this rating as both sides see it without it.
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
    // One less each: the mean was taken from the photos, the centre from the assessors themselves.
    photoVariance: component(ofPhotos, photoCount - 1, model?.photoVariance),
    severityVariance: component(ofAssessors, assessorCount - 1, model?.severityVariance),
    residualVariance: component(ofResiduals, assessors.length, model?.residualVariance),
  };
}

/**
 * The part that all photos, or all assessors, have in common was taken out: of the posterior variance counts only what is left, as in restricted
 * maximum likelihood (Patterson and Thompson, 1971). Belief propagation states it a little too large in dense designs, because its
 * variances lie between those of the contrasts and the exact ones (`belief-propagation.unit.spec.ts`).
 */
const shareOfContrasts = (count: number): number => (count - 1) / count;

const largestChange = (before: Variances, after: Variances): number =>
  Math.max(
    Math.abs(after.photoVariance / before.photoVariance - 1),
    Math.abs(after.severityVariance / before.severityVariance - 1),
    Math.abs(after.residualVariance / before.residualVariance - 1),
  );
