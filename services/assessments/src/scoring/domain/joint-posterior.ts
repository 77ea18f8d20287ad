import type { AudienceModel } from './audience-model.js';
import { type Belief, beliefOf, minus, type ScoreModel, unknownPhoto } from './score-model.js';

/** One rating of one of the photos in question. */
export interface SharedRating {
  photoId: string;
  assessorId: string;
  /** On the common spread. */
  score: number;
  /** All that is known of the assessor's severity, this rating included. */
  assessor: Belief;
  /** What this rating alone tells about the severity. */
  message: Belief;
  /** True if the assessor belongs to the audience of the photo's owner. */
  isOfAudience?: boolean;
}

/** Means and covariances of the photos' scores, in the order of `photoIds`. */
export interface JointPosterior {
  photoIds: readonly string[];
  means: number[];
  covariances: number[][];
  /** Different people who rated each photo. */
  assessors: number[];
}

/**
 * What is known of several photos together. Those who rated more than one of them are severe or mild with each: in a
 * comparison that cancels out, which the photos' own posteriors do not show. The assessors' severities are integrated out
 * exactly, each from a belief without these photos; the rest is a linear system as large as the photos are many.
 */
export function jointPosterior(
  model: ScoreModel,
  photoIds: readonly string[],
  ratings: readonly SharedRating[],
): JointPosterior {
  const indexOf = indexesOf(photoIds);
  const known = ratings.filter(({ photoId }) => indexOf.has(photoId));
  const priors = photoIds.map(() => unknownPhoto(model));
  const { means, covariances } = solve(model, priors, known, ({ photoId }) => [indexOf.get(photoId)!]);
  return { photoIds, means, covariances, assessors: assessorsOf(photoIds, known) };
}

/** What an audience would give to the photos. `assessors` are those of the audience. */
export interface AudiencePosterior extends JointPosterior {
  /** How each photo's score of the audience differs from that of all; means in points, variances in points². */
  deviations: { mean: number; variance: number }[];
}

/**
 * A photo's score by its audience is t + d: its score by all assessors and d ~ N(shift, deviationVariance). Ratings of others inform t,
 * ratings of the audience inform t + d: partial pooling (Gelman and Hill, "Data Analysis Using Regression and Multilevel/Hierarchical
 * Models", 2007, chapter 12). Severities are integrated out as in `jointPosterior`.
 */
export function audiencePosterior(
  model: ScoreModel,
  { shift, deviationVariance }: AudienceModel,
  photoIds: readonly string[],
  ratings: readonly SharedRating[],
): AudiencePosterior {
  const size = photoIds.length;
  const indexOf = indexesOf(photoIds);
  const known = ratings.filter(({ photoId }) => indexOf.has(photoId));
  const priors = [
    ...photoIds.map(() => unknownPhoto(model)),
    ...photoIds.map(() => beliefOf(shift, deviationVariance)),
  ];
  const { means, covariances } = solve(model, priors, known, ({ photoId, isOfAudience }) => {
    const index = indexOf.get(photoId)!;
    return isOfAudience ? [index, size + index] : [index];
  });
  const covarianceOf = (one: number, other: number): number =>
    [one, size + one].reduce((sum, row) => sum + covariances[row]![other]! + covariances[row]![size + other]!, 0);
  return {
    photoIds,
    means: photoIds.map((_, index) => means[index]! + means[size + index]!),
    covariances: photoIds.map((_, row) => photoIds.map((__, column) => covarianceOf(row, column))),
    assessors: assessorsOf(
      photoIds,
      known.filter(({ isOfAudience }) => isOfAudience),
    ),
    deviations: photoIds.map((_, index) => ({
      mean: means[size + index]!,
      variance: covariances[size + index]![size + index]!,
    })),
  };
}

const indexesOf = (photoIds: readonly string[]) => new Map(photoIds.map((photoId, index) => [photoId, index]));

/** Different people who rated each photo. */
const assessorsOf = (photoIds: readonly string[], ratings: readonly SharedRating[]): number[] =>
  photoIds.map(
    (photoId) =>
      new Set(ratings.filter((rating) => rating.photoId === photoId).map(({ assessorId }) => assessorId)).size,
  );

/** A rating is the sum of some of the variables, the severity and noise. */
function solve(
  model: ScoreModel,
  priors: readonly Belief[],
  ratings: readonly SharedRating[],
  variablesOf: (rating: SharedRating) => readonly number[],
): { means: number[]; covariances: number[][] } {
  const precision = priors.map((prior, row) => priors.map((_, column) => (row === column ? prior.precision : 0)));
  const shift = priors.map((prior) => prior.shift);
  for (const own of Map.groupBy(ratings, ({ assessorId }) => assessorId).values()) {
    addAssessor(model, own, variablesOf, precision, shift);
  }
  const covariances = inverseOf(precision);
  const means = covariances.map((row) => row.reduce((sum, value, index) => sum + value * shift[index]!, 0));
  return { means, covariances };
}

/** Adds the evidence of one assessor, whose severity is integrated out (a rank-one update of the precisions). */
function addAssessor(
  model: ScoreModel,
  own: readonly SharedRating[],
  variablesOf: (rating: SharedRating) => readonly number[],
  precision: number[][],
  shift: number[],
): void {
  const { residualVariance } = model;
  const elsewhere = knownElsewhere(model, own);
  const times = new Map<number, number>();
  let evidence = 0;
  for (const rating of own) {
    const variables = variablesOf(rating);
    for (const row of variables) {
      times.set(row, (times.get(row) ?? 0) + 1);
      shift[row]! += rating.score / residualVariance;
      for (const column of variables) precision[row]![column]! += 1 / residualVariance;
    }
    evidence += rating.score / residualVariance;
  }
  const total = elsewhere.precision + own.length / residualVariance;
  const severity = (elsewhere.shift + evidence) / total;
  for (const [row, count] of times) {
    shift[row]! -= (count * severity) / residualVariance;
    for (const [column, other] of times) {
      precision[row]![column]! -= (count * other) / (residualVariance ** 2 * total);
    }
  }
}

/** What is known of an assessor's severity without these ratings, which are all by that assessor. */
export function knownElsewhere({ severityVariance }: ScoreModel, own: readonly SharedRating[]): Belief {
  const { precision, shift } = own.reduce((belief, { message }) => minus(belief, message), own[0]!.assessor);
  // Rounding may take more away than was there; an assessor is never less known than one who has not rated.
  return { precision: Math.max(precision, 1 / severityVariance), shift };
}

/** Of a symmetric positive definite matrix, by Gauss-Jordan elimination: no pivots are needed there. */
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
