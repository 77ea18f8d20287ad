import { type Belief, minus, type ScoreModel } from './score-model.js';

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
  const indexOf = new Map(photoIds.map((photoId, index) => [photoId, index]));
  const size = photoIds.length;
  const precision = photoIds.map((_, row) =>
    photoIds.map((__, column) => (row === column ? 1 / model.photoVariance : 0)),
  );
  const shift = photoIds.map(() => model.mean / model.photoVariance);
  const byAssessor = Map.groupBy(
    ratings.filter(({ photoId }) => indexOf.has(photoId)),
    ({ assessorId }) => assessorId,
  );
  for (const own of byAssessor.values()) addAssessor(model, own, indexOf, precision, shift);
  const covariances = inverseOf(precision);
  const means = covariances.map((row) => row.reduce((sum, value, index) => sum + value * shift[index]!, 0));
  const assessors = photoIds.map(
    (photoId) => [...byAssessor.values()].filter((own) => own.some((rating) => rating.photoId === photoId)).length,
  );
  return { photoIds, means: size === 0 ? [] : means, covariances, assessors };
}

/** Adds the evidence of one assessor, whose severity is integrated out (a rank-one update of the precisions). */
function addAssessor(
  { residualVariance, severityVariance }: ScoreModel,
  own: readonly SharedRating[],
  indexOf: ReadonlyMap<string, number>,
  precision: number[][],
  shift: number[],
): void {
  const elsewhere = own.reduce((belief, { message }) => minus(belief, message), own[0]!.assessor);
  // Rounding may take more away than was there; an assessor is never less known than one who has not rated.
  const known = Math.max(elsewhere.precision, 1 / severityVariance);
  const times = new Map<number, number>();
  let evidence = 0;
  for (const { photoId, score } of own) {
    const photo = indexOf.get(photoId)!;
    times.set(photo, (times.get(photo) ?? 0) + 1);
    precision[photo]![photo]! += 1 / residualVariance;
    shift[photo]! += score / residualVariance;
    evidence += score / residualVariance;
  }
  const total = known + own.length / residualVariance;
  const severity = (elsewhere.shift + evidence) / total;
  for (const [row, count] of times) {
    shift[row]! -= (count * severity) / residualVariance;
    for (const [column, other] of times) {
      precision[row]![column]! -= (count * other) / (residualVariance ** 2 * total);
    }
  }
}

/** Of a symmetric positive definite matrix, by Gauss-Jordan elimination: no pivots are needed there. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
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
