import { noiseAt } from './fit-score-model.js';
import {
  type AudienceModel,
  type Belief,
  beliefOf,
  meanOf,
  minus,
  type ScoreModel,
  unknownPhoto,
} from './score-model.js';

/** A rating of one of the photos that are scored together. */
export interface SharedRating {
  photoId: string;
  assessorId: string;
  /** The score on the common spread. */
  score: number;
  /** Belief about the assessor's severity from all ratings, including this one. */
  assessor: Belief;
  /** The contribution of this rating to `assessor`. */
  message: Belief;
  /** True if the assessor belongs to the audience of the photo's owner. */
  isOfAudience?: boolean;
}

/** Means and covariances of the photos' scores, in the order of `photoIds`. */
export interface JointPosterior {
  photoIds: readonly string[];
  means: number[];
  covariances: number[][];
  /** Variance of a rating's noise, by photo, in points². */
  noiseVariances: number[];
  /** Number of different assessors, by photo. */
  assessors: number[];
}

/**
 * Returns the joint belief about several photos. The severity of an assessor who rated several of them cancels out in a
 * comparison, but not in the posteriors of single photos. The severities are integrated out exactly, each from a belief without
 * these photos. A linear system remains, whose size is the number of photos. The noise of a rating depends on the photo's score
 * (`noiseAt`).
 */
export function jointPosterior(
  model: ScoreModel,
  photoIds: readonly string[],
  ratings: readonly SharedRating[],
): JointPosterior {
  const known = placed(ratings, photoIds, (_, photo) => [photo]);
  const priors = photoIds.map(() => unknownPhoto(model));
  return { photoIds, ...solve(model, priors, known, photoIds.length), assessors: assessorsOf(photoIds, known) };
}

/** Scores of the photos by an audience. `assessors` counts only assessors of the audience. */
export interface AudiencePosterior extends JointPosterior {
  /** Number of different assessors outside the audience, by photo. */
  others: number[];
  /** Difference between the audience's score of each photo and the score by all; means in points, variances in points². */
  deviations: { mean: number; variance: number }[];
}

/**
 * A photo's score by its audience is t + d: its score by all assessors and d ~ N(shift, deviationVariance). Ratings by others
 * inform t, and ratings by the audience inform t + d: partial pooling (Gelman and Hill, "Data Analysis Using Regression and
 * Multilevel/Hierarchical Models", 2007, chapter 12). Severities are integrated out as in `jointPosterior`.
 */
export function audiencePosterior(
  model: ScoreModel,
  { shift, deviationVariance }: AudienceModel,
  photoIds: readonly string[],
  ratings: readonly SharedRating[],
): AudiencePosterior {
  const size = photoIds.length;
  const known = placed(ratings, photoIds, ({ isOfAudience }, photo) =>
    isOfAudience ? [photo, size + photo] : [photo],
  );
  const priors = [
    ...photoIds.map(() => unknownPhoto(model)),
    ...photoIds.map(() => beliefOf(shift, deviationVariance)),
  ];
  const { means, covariances, noiseVariances } = solve(model, priors, known, size);
  const covarianceOf = (one: number, other: number): number =>
    [one, size + one].reduce((sum, row) => sum + covariances[row]![other]! + covariances[row]![size + other]!, 0);
  return {
    photoIds,
    means: photoIds.map((_, index) => means[index]! + means[size + index]!),
    covariances: photoIds.map((_, row) => photoIds.map((__, column) => covarianceOf(row, column))),
    noiseVariances,
    ...assessorsBySide(photoIds, known),
    deviations: photoIds.map((_, index) => ({
      mean: means[size + index]!,
      variance: covariances[size + index]![size + index]!,
    })),
  };
}

const ASSESSORS_MIN = 3;

/**
 * Returns true if the audience's score may be shown. Fewer than three assessors, in the audience or outside it, would reveal
 * single people: the difference between a score by all and a score by all but one is the rating of that one.
 */
export const isAudienceTold = (audience: number, others: number): boolean =>
  audience >= ASSESSORS_MIN && others >= ASSESSORS_MIN;

/**
 * Returns the joint belief by all assessors or by the audience, as wanted. A rating counts as the audience's only if three of the
 * audience and three others have rated the photo, because a comparison would otherwise reveal attributes of single assessors. If
 * there is no such photo, returns the belief by all assessors.
 */
export function posteriorBy(
  wanted: 'anyone' | 'audience',
  { model, audience }: { model: ScoreModel; audience: AudienceModel },
  photoIds: readonly string[],
  ratings: readonly SharedRating[],
): { by: 'anyone' | 'audience'; posterior: JointPosterior } {
  const { assessors, others } = assessorsBySide(photoIds, ratings);
  const isTold = (_: string, index: number): boolean => isAudienceTold(assessors[index]!, others[index]!);
  const told = new Set(wanted === 'audience' ? photoIds.filter(isTold) : []);
  if (told.size === 0) return { by: 'anyone', posterior: jointPosterior(model, photoIds, ratings) };
  const bounded = ratings.map((rating) => ({
    ...rating,
    isOfAudience: (rating.isOfAudience ?? false) && told.has(rating.photoId),
  }));
  return { by: 'audience', posterior: audiencePosterior(model, audience, photoIds, bounded) };
}

/** `assessors` counts those of the audience only. */
function assessorsBySide(photoIds: readonly string[], ratings: readonly SharedRating[]) {
  const ofSide = (side: boolean) => ratings.filter(({ isOfAudience = false }) => isOfAudience === side);
  return { assessors: assessorsOf(photoIds, ofSide(true)), others: assessorsOf(photoIds, ofSide(false)) };
}

/** Number of different assessors, by photo. */
const assessorsOf = (photoIds: readonly string[], ratings: readonly SharedRating[]): number[] =>
  photoIds.map(
    (photoId) =>
      new Set(ratings.filter((rating) => rating.photoId === photoId).map(({ assessorId }) => assessorId)).size,
  );

/**
 * `variables` are indexes of variables. Their sum, plus the severity and the noise, is the rating. The first variable is the
 * photo's score.
 */
type PlacedRating = SharedRating & { variables: readonly number[] };

const placed = (
  ratings: readonly SharedRating[],
  photoIds: readonly string[],
  variablesOf: (rating: SharedRating, photo: number) => readonly number[],
): PlacedRating[] => {
  const indexOf = new Map(photoIds.map((photoId, index) => [photoId, index]));
  return ratings.flatMap((rating) => {
    const photo = indexOf.get(rating.photoId);
    return photo === undefined ? [] : [{ ...rating, variables: variablesOf(rating, photo) }];
  });
};

/** Number of passes. Noise and scores depend on each other; after three passes, both change by less than the rounding. */
const noisePasses = 3;

function solve(
  model: ScoreModel,
  priors: readonly Belief[],
  ratings: readonly PlacedRating[],
  photoCount: number,
): Pick<JointPosterior, 'means' | 'covariances' | 'noiseVariances'> {
  const ofAssessors = [...Map.groupBy(ratings, ({ assessorId }) => assessorId).values()];
  let means = priors.map(meanOf);
  let covariances: number[][] = [];
  let noiseVariances: number[] = [];
  for (let pass = 0; pass < (model.noiseGrowth === 0 ? 1 : noisePasses); pass += 1) {
    noiseVariances = means.slice(0, photoCount).map((score) => noiseAt(model, score));
    const precision = priors.map((prior, row) => priors.map((_, column) => (row === column ? prior.precision : 0)));
    const shift = priors.map((prior) => prior.shift);
    for (const own of ofAssessors) addAssessor(model, own, noiseVariances, precision, shift);
    covariances = inverseOf(precision);
    means = covariances.map((row) => row.reduce((sum, value, index) => sum + value * shift[index]!, 0));
  }
  return { means, covariances, noiseVariances };
}

/** Adds the evidence of one assessor, whose severity is integrated out (a rank-one update of the precisions). */
function addAssessor(
  model: ScoreModel,
  own: readonly PlacedRating[],
  noiseVariances: readonly number[],
  precision: number[][],
  shift: number[],
): void {
  const elsewhere = knownElsewhere(model, own);
  const weights = new Map<number, number>();
  let [evidence, total] = [elsewhere.shift, elsewhere.precision];
  for (const { score, variables } of own) {
    const weight = 1 / noiseVariances[variables[0]!]!;
    for (const row of variables) {
      weights.set(row, (weights.get(row) ?? 0) + weight);
      shift[row]! += score * weight;
      for (const column of variables) precision[row]![column]! += weight;
    }
    evidence += score * weight;
    total += weight;
  }
  const severity = evidence / total;
  for (const [row, weight] of weights) {
    shift[row]! -= weight * severity;
    for (const [column, other] of weights) precision[row]![column]! -= (weight * other) / total;
  }
}

/** Returns the belief about an assessor's severity without `own`, which are ratings of this assessor. */
export function knownElsewhere(
  { severityVariance }: ScoreModel,
  own: readonly Pick<SharedRating, 'assessor' | 'message'>[],
): Belief {
  const { precision, shift } = own.reduce((belief, { message }) => minus(belief, message), own[0]!.assessor);
  // The difference may be too small, because of rounding or because a fit has already replaced a message but not yet the severity.
  // The severity is never less certain than that of an assessor without ratings.
  return { precision: Math.max(precision, 1 / severityVariance), shift };
}

/** Returns the belief about a photo's score from one rating, corrected by the assessor's other ratings. */
export const scoreBelief = (model: ScoreModel, rating: Pick<SharedRating, 'score' | 'assessor' | 'message'>): Belief =>
  through(knownElsewhere(model, [rating]), rating.score, model);

/** If `other` is the belief about the photo's score, returns the belief about the severity, and vice versa. */
export function through(other: Belief, score: number, { residualVariance }: ScoreModel): Belief {
  return beliefOf(score - meanOf(other), residualVariance + 1 / other.precision);
}

/** Inverts a symmetric positive definite matrix by Gauss-Jordan elimination. Such a matrix needs no pivoting. */
export function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const work = matrix.map((row, index) => [...row, ...row.map((_, column) => (column === index ? 1 : 0))]);
  for (let pivot = 0; pivot < size; pivot += 1) {
    const pivotRow = work[pivot]!;
    const divisor = pivotRow[pivot]!;
    for (let column = 0; column < 2 * size; column += 1) pivotRow[column]! /= divisor;
    for (let row = 0; row < size; row += 1) {
      const factor = row === pivot ? 0 : work[row]![pivot]!;
      if (factor === 0) continue;
      for (let column = 0; column < 2 * size; column += 1) work[row]![column]! -= factor * pivotRow[column]!;
    }
  }
  return work.map((row) => row.slice(size));
}
