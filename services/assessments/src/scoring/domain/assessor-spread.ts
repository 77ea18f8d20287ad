import type { RatingColumns } from './rating-columns.js';

/** Exact sums over an assessor's ratings, 1–20 each. */
export interface AssessorSums {
  ratings: number;
  total: number;
  squares: number;
}

/** How much assessors differ in how far apart they put photos. */
export interface SpreadModel {
  /** Variance of one assessor's ratings round their own mean, over all assessors. */
  readonly withinVariance: number;
  /** An assessor's own spread weighs as (ratings − 1) against this. */
  readonly spreadWeight: number;
}

const weightMin = 4;
const weightMax = 1000;

/**
 * The rating as it would be if the assessor used the scale as widely as assessors do on the whole: drawn towards or away from
 * the assessor's own mean. The own variance is shrunk to that of all (scaled inverse χ² prior, Gelman and others, "Bayesian
 * Data Analysis", 2.6), so that few ratings change little.
 */
export function onCommonSpread(
  score: number,
  sums: AssessorSums,
  { withinVariance, spreadWeight }: SpreadModel,
): number {
  const { ratings, total } = sums;
  if (ratings < 2) return score;
  const mean = total / ratings;
  const relative = (spreadWeight + squaresWithin(sums) / withinVariance) / (spreadWeight + ratings - 1);
  return mean + (score - mean) / Math.sqrt(relative);
}

/** A rating on the common spread by its index: two numbers an assessor instead of one a rating. */
export function onCommonSpreadOf(
  { assessors, scores }: RatingColumns,
  sums: AssessorSumColumns,
  spread: SpreadModel,
): (rating: number) => number {
  const means = new Float64Array(sums.ratings.length);
  const factors = new Float64Array(sums.ratings.length);
  let assessor = 0;
  for (const own of eachOf(sums)) {
    means[assessor] = own.ratings === 0 ? 0 : own.total / own.ratings;
    factors[assessor] = onCommonSpread(means[assessor]! + 1, own, spread) - means[assessor]!;
    assessor += 1;
  }
  return (rating) => {
    const mean = means[assessors[rating]!]!;
    return mean + (scores[rating]! - mean) * factors[assessors[rating]!]!;
  };
}

/** By assessor. */
export interface AssessorSumColumns {
  ratings: Float64Array;
  total: Float64Array;
  squares: Float64Array;
}

export function sumsOfAssessors({ assessors, scores, assessorCount }: RatingColumns): AssessorSumColumns {
  const ratings = new Float64Array(assessorCount);
  const total = new Float64Array(assessorCount);
  const squares = new Float64Array(assessorCount);
  for (let n = 0; n < assessors.length; n += 1) {
    const assessor = assessors[n]!;
    ratings[assessor]! += 1;
    total[assessor]! += scores[n]!;
    squares[assessor]! += scores[n]! ** 2;
  }
  return { ratings, total, squares };
}

export function* eachOf({ ratings, total, squares }: AssessorSumColumns): Generator<AssessorSums> {
  for (let assessor = 0; assessor < ratings.length; assessor += 1) {
    yield { ratings: ratings[assessor]!, total: total[assessor]!, squares: squares[assessor]! };
  }
}

/**
 * By moments: the variances of assessors vary more than chance (2 / (ratings − 1) for normal ratings) by as much as the
 * assessors themselves differ.
 */
export function estimateSpread(assessors: Iterable<AssessorSums>, fallback: SpreadModel): SpreadModel {
  const variances: { freedom: number; variance: number }[] = [];
  let [freedom, squares] = [0, 0];
  for (const sums of assessors) {
    if (sums.ratings <= 2) continue;
    const within = squaresWithin(sums);
    variances.push({ freedom: sums.ratings - 1, variance: within / (sums.ratings - 1) });
    freedom += sums.ratings - 1;
    squares += within;
  }
  const withinVariance = squares / freedom;
  if (variances.length < 2 || !(withinVariance > 0)) return fallback;
  let excess = 0;
  let scale = 0;
  for (const own of variances) {
    const chance = 2 / own.freedom;
    excess += (own.variance / withinVariance - 1) ** 2 - chance;
    scale += 1 + chance;
  }
  const differing = excess / scale;
  return { withinVariance, spreadWeight: Math.min(weightMax, Math.max(weightMin, 2 / Math.max(differing, 0.001))) };
}

const squaresWithin = ({ ratings, total, squares }: AssessorSums): number =>
  Math.max(0, squares - total ** 2 / ratings);
