import type { JointPosterior } from './joint-posterior.js';
import { normalCdf } from './normal.js';

export interface Comparison {
  photoIds: readonly [string, string];
  /** Probability that the first photo is the better one, 0–1. */
  probability: number;
  /** Undefined while the comparison is not settled. */
  winner: string | undefined;
  /**
   * Estimated number of further assessors, each of both photos, that would settle the comparison. Undefined if it is already
   * settled, or the number is above `assessorsMax`.
   */
  ratersToTell: number | undefined;
}

interface Certainty {
  /** A comparison is settled from this probability on, which is above 0.5. */
  readonly settledFrom: number;
  /** More assessors than this are never proposed. */
  readonly assessorsMax: number;
}

export const defaultCertainty: Certainty = { settledFrom: 0.85, assessorsMax: 20 };

/** P(first > second) for jointly normal scores: Φ(difference of means / standard deviation of the difference). */
export function probabilityOfBeating(posterior: JointPosterior, first: number, second: number): number {
  const variance = differenceVariance(posterior, first, second);
  return normalCdf((posterior.means[first]! - posterior.means[second]!) / Math.sqrt(variance));
}

export function comparePhotos(
  posterior: JointPosterior,
  first: number,
  second: number,
  certainty: Certainty = defaultCertainty,
): Comparison {
  const probability = probabilityOfBeating(posterior, first, second);
  const [a, b] = [posterior.photoIds[first]!, posterior.photoIds[second]!];
  const settled = Math.max(probability, 1 - probability) >= certainty.settledFrom;
  return {
    photoIds: [a, b],
    probability,
    winner: settled ? (probability > 0.5 ? a : b) : undefined,
    ratersToTell: settled ? undefined : ratersToTell(posterior, first, second, certainty),
  };
}

export const compareAll = (posterior: JointPosterior): Comparison[] =>
  posterior.photoIds.flatMap((_, first) =>
    posterior.photoIds.slice(first + 1).map((__, offset) => comparePhotos(posterior, first, first + 1 + offset)),
  );

/**
 * Returns the smallest number of further assessors, each of both photos, that settle the comparison if the estimated difference
 * stays the same. Each assessor adds 1 / (sum of both noise variances) to the precision of the difference, because the severity
 * cancels out.
 */
function ratersToTell(
  posterior: JointPosterior,
  first: number,
  second: number,
  { settledFrom, assessorsMax }: Certainty,
): number | undefined {
  const difference = Math.abs(posterior.means[first]! - posterior.means[second]!);
  const precision = 1 / differenceVariance(posterior, first, second);
  const noise = posterior.noiseVariances[first]! + posterior.noiseVariances[second]!;
  for (let assessors = 1; assessors <= assessorsMax; assessors += 1) {
    if (normalCdf(difference * Math.sqrt(precision + assessors / noise)) >= settledFrom) return assessors;
  }
  return undefined;
}

function differenceVariance({ covariances }: JointPosterior, first: number, second: number): number {
  return covariances[first]![first]! + covariances[second]![second]! - 2 * covariances[first]![second]!;
}

/**
 * Ranks groups of photos, the best first. The photos of one group cannot be distinguished. A photo joins a group unless
 * the group's first photo beats it with the certainty `settledFrom`. The first photo of the first group is recommended.
 */
export function rankPhotos(posterior: JointPosterior, { settledFrom }: Certainty = defaultCertainty): string[][] {
  const order = posterior.photoIds.map((_, index) => index).sort((a, b) => posterior.means[b]! - posterior.means[a]!);
  const groups: number[][] = [];
  for (const index of order) {
    const group = groups.at(-1);
    if (group && probabilityOfBeating(posterior, group[0]!, index) < settledFrom) group.push(index);
    else groups.push([index]);
  }
  return groups.map((group) => group.map((index) => posterior.photoIds[index]!));
}

/** Number of draws that keeps the error of a probability below half a percentage point. */
const draws = 4096;

/**
 * Returns the probability that each photo has the highest score. Uses quasi-random draws from the joint posterior; the draws are
 * always the same. Source: Frazier, Powell, Dayanik, "The Knowledge-Gradient Policy for Correlated Normal Beliefs" (2009),
 * section 2.
 */
export function chancesOfBest({ means, covariances }: JointPosterior): number[] {
  if (means.length === 0) return [];
  const root = choleskyOf(covariances);
  const wins = means.map(() => 0);
  for (const normal of normalsOf(means.length)) {
    const scores = root.map((row, photo) =>
      row.reduce((score, weight, column) => score + weight * normal[column]!, means[photo]!),
    );
    wins[scores.indexOf(Math.max(...scores))]! += 1;
  }
  return wins.map((count) => count / draws);
}

const normals = new Map<number, number[][]>();

function normalsOf(dimensions: number): number[][] {
  const known = normals.get(dimensions) ?? Array.from({ length: draws }, (_, draw) => normalOf(dimensions, draw));
  normals.set(dimensions, known);
  return known;
}

/** Converts pairs of uniform coordinates to pairs of normal ones (Box and Muller 1958). */
function normalOf(dimensions: number, draw: number): number[] {
  const uniform = uniformOf(2 * Math.ceil(dimensions / 2), draw);
  return Array.from({ length: dimensions }, (_, dimension) => {
    const pair = dimension - (dimension % 2);
    const angle = 2 * Math.PI * uniform[pair + 1]!;
    return Math.sqrt(-2 * Math.log(1 - uniform[pair]!)) * (dimension % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

/**
 * Uses an additive recurrence with the generalised golden ratio (Roberts, "The unreasonable effectiveness of quasirandom
 * sequences", 2018).
 */
function uniformOf(dimensions: number, draw: number): number[] {
  let ratio = 2;
  for (let step = 0; step < 40; step += 1) ratio = (1 + ratio) ** (1 / (dimensions + 1));
  return Array.from({ length: dimensions }, (_, dimension) => (0.5 + (draw + 1) * ratio ** -(dimension + 1)) % 1);
}

/** Lower triangular root of a symmetric positive definite matrix. */
function choleskyOf(matrix: readonly (readonly number[])[]): number[][] {
  const root = matrix.map((row) => row.map(() => 0));
  for (let row = 0; row < matrix.length; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = matrix[row]![column]!;
      for (let n = 0; n < column; n += 1) rest -= root[row]![n]! * root[column]![n]!;
      root[row]![column] = row === column ? Math.sqrt(rest) : rest / root[column]![column]!;
    }
  }
  return root;
}
