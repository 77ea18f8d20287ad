/**
 * Crossed random effects: a rating on the common spread is y = t + b + e. The photo's score is t ~ N(mean, photoVariance), the
 * assessor's severity b ~ N(0, severityVariance), and the noise e ~ N(0, residualVariance). All are independent. A generous
 * assessor has b > 0. In comparisons, the variance of e grows with t (`noiseAt`). A photo's adjusted score is t: the average of
 * the scores that all assessors together would give. Source: Searle, Casella, McCulloch, "Variance Components" (1992), two-way
 * crossed classification without interaction. All values are in points of the 1–20 scale, or their squares.
 */
export interface ScoreModel extends SpreadModel {
  readonly mean: number;
  readonly photoVariance: number;
  readonly severityVariance: number;
  readonly residualVariance: number;
  /** Relative growth of the noise's variance per point of a photo's score. Assessors agree less on photos with high scores. */
  readonly noiseGrowth: number;
  /** Uncertainty of `mean`, because only some of all assessors have rated. */
  readonly meanVariance: number;
}

/** The model before any ratings. It assumes that assessors differ about as much as photos do. */
export const priorScoreModel: ScoreModel = {
  mean: 10.5,
  photoVariance: 7,
  severityVariance: 7,
  residualVariance: 12,
  noiseGrowth: 0.1,
  meanVariance: 0.5,
  withinVariance: 19,
  spreadWeight: 20,
};

/**
 * A normal distribution by its natural parameters, which add up for independent evidence: precision = 1 / variance, shift = mean /
 * variance.
 */
export interface Belief {
  readonly precision: number;
  readonly shift: number;
}

/** The belief without evidence. Adding it to another belief changes nothing. */
export const nothing: Belief = { precision: 0, shift: 0 };

export const meanOf = ({ precision, shift }: Belief): number => shift / precision;

export const beliefOf = (mean: number, variance: number): Belief => ({
  precision: 1 / variance,
  shift: mean / variance,
});

export const plus = (a: Belief, b: Belief): Belief => ({
  precision: a.precision + b.precision,
  shift: a.shift + b.shift,
});

export const minus = (a: Belief, b: Belief): Belief => ({
  precision: a.precision - b.precision,
  shift: a.shift - b.shift,
});

/** Belief about an assessor without informative ratings. */
export const unknownAssessor = ({ severityVariance }: ScoreModel): Belief => beliefOf(0, severityVariance);

/** Belief about a photo without ratings. */
export const unknownPhoto = ({ mean, photoVariance }: ScoreModel): Belief => beliefOf(mean, photoVariance);

/** Exact sums over an assessor's ratings from 1 to 20. */
export interface AssessorSums {
  ratings: number;
  total: number;
  squares: number;
}

/** Differences between assessors in the spread of their ratings. */
interface SpreadModel {
  /** Variance of ratings around the mean of their assessor, pooled over all assessors. */
  readonly withinVariance: number;
  /** Weight of the common spread against an assessor's own spread, which has the weight (ratings − 1). */
  readonly spreadWeight: number;
}

const weightMin = 4;
const weightMax = 1000;

/**
 * Returns the rating as if the assessor used the scale as widely as the average assessor: moves it towards or away from the
 * assessor's mean. The assessor's variance is shrunk towards that of all assessors (scaled inverse χ² prior, Gelman and others,
 * "Bayesian Data Analysis", 2.6), so that few ratings change little.
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

/** Returns a function from a rating's index to its score on the common spread. It stores two numbers per assessor. */
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

/** Sums of each assessor, by the assessor's index. */
interface AssessorSumColumns {
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
 * Estimates by moments. If ratings are normal, an assessor's variance has a relative variance of 2 / (ratings − 1) by chance
 * alone. Any excess comes from differences between assessors.
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

/**
 * Ratings as columns, ordered by photo, so that tens of millions fit into memory. Photos and assessors are indexes from 0. The
 * ratings of photo p have the indexes from `photoStarts[p]` up to, but not including, `photoStarts[p + 1]`.
 */
export interface RatingColumns {
  photoStarts: Uint32Array;
  assessors: Uint32Array;
  /** 1–20 each; fractions occur only in studies. */
  scores: Uint8Array | Float64Array;
  assessorCount: number;
}

export interface IndexedRating {
  photo: number;
  assessor: number;
  score: number;
}

export const photoCountOf = ({ photoStarts }: RatingColumns): number => photoStarts.length - 1;

/** Ratings of one photo keep their order. */
export function columnsOf(
  ratings: readonly IndexedRating[],
  { photoCount, assessorCount }: { photoCount: number; assessorCount: number },
): RatingColumns {
  const ordered = ratings.toSorted((one, other) => one.photo - other.photo);
  const photoStarts = new Uint32Array(photoCount + 1);
  for (const { photo } of ordered) photoStarts[photo + 1]! += 1;
  for (let photo = 0; photo < photoCount; photo += 1) photoStarts[photo + 1]! += photoStarts[photo]!;
  return {
    photoStarts,
    assessors: Uint32Array.from(ordered, ({ assessor }) => assessor),
    scores: Float64Array.from(ordered, ({ score }) => score),
    assessorCount,
  };
}

/** Difference between the scores by an audience and those by all assessors. */
export interface AudienceModel {
  /** Mean difference over all photos, in points. Positive if audiences give higher scores. */
  readonly shift: number;
  /** Variance of the difference between photos; points². */
  readonly deviationVariance: number;
}

/** The model before any ratings. Different groups of people agree about faces nearly as much as members of the same group do. */
export const priorAudience: AudienceModel = { shift: 0, deviationVariance: 0.3 };
