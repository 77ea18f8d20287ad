/** Exact sums over a rater's ratings, 1–20 each. */
export interface RaterSums {
  ratings: number;
  total: number;
  squares: number;
}

/** How much raters differ in how far apart they put photos. */
export interface SpreadModel {
  /** Variance of one rater's ratings round their own mean, over all raters. */
  readonly withinVariance: number;
  /** A rater's own spread weighs as (ratings − 1) against this. */
  readonly spreadWeight: number;
}

const weightMin = 4;
const weightMax = 1000;

/**
 * The rating as it would be if the rater used the scale as widely as raters do on the whole: drawn towards or away from
 * the rater's own mean. The own variance is shrunk to that of all (scaled inverse χ² prior, Gelman and others, "Bayesian
 * Data Analysis", 2.6), so that few ratings change little.
 */
export function onCommonSpread(score: number, sums: RaterSums, { withinVariance, spreadWeight }: SpreadModel): number {
  const { ratings, total } = sums;
  if (ratings < 2) return score;
  const mean = total / ratings;
  const relative = (spreadWeight + squaresWithin(sums) / withinVariance) / (spreadWeight + ratings - 1);
  return mean + (score - mean) / Math.sqrt(relative);
}

/**
 * By moments: the variances of raters vary more than chance (2 / (ratings − 1) for normal ratings) by as much as the
 * raters themselves differ.
 */
export function estimateSpread(raters: readonly RaterSums[], fallback: SpreadModel): SpreadModel {
  const several = raters.filter(({ ratings }) => ratings > 2);
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

const squaresWithin = ({ ratings, total, squares }: RaterSums): number => Math.max(0, squares - total ** 2 / ratings);
