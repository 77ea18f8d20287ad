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

/**
 * By moments: the variances of assessors vary more than chance (2 / (ratings − 1) for normal ratings) by as much as the
 * assessors themselves differ.
 */
export function estimateSpread(assessors: readonly AssessorSums[], fallback: SpreadModel): SpreadModel {
  const several = assessors.filter(({ ratings }) => ratings > 2);
  const freedom = several.reduce((sum, { ratings }) => sum + ratings - 1, 0);
  const withinVariance = several.reduce((sum, sums) => sum + squaresWithin(sums), 0) / freedom;
  if (several.length < 2 || !(withinVariance > 0)) return fallback;
  let excess = 0;
  let scale = 0;
  for (const sums of several) {
    const chance = 2 / (sums.ratings - 1);
    excess += (squaresWithin(sums) / (sums.ratings - 1) / withinVariance - 1) ** 2 - chance;
    scale += 1 + chance;
  }
  const differing = excess / scale;
  return { withinVariance, spreadWeight: Math.min(weightMax, Math.max(weightMin, 2 / Math.max(differing, 0.001))) };
}

const squaresWithin = ({ ratings, total, squares }: AssessorSums): number =>
  Math.max(0, squares - total ** 2 / ratings);
