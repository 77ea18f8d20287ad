import type { JointPosterior } from './joint-posterior.js';

export interface Comparison {
  photoIds: readonly [string, string];
  /** That the first is the better one, 0–1. */
  probability: number;
  /** Undefined while it is too close to call. */
  winner: string | undefined;
  /** About so many more assessors of both would settle it, at least 1; undefined when settled or beyond `assessorsMax`. */
  ratersToTell: number | undefined;
}

interface Certainty {
  /** From which on a question is settled, above 0.5. */
  readonly settledFrom: number;
  /** More assessors than these are not worth proposing. */
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

/**
 * The least number of further assessors, each of both photos, after which the question is settled if the difference stays
 * as it is estimated now. An assessor of both adds 1 / (sum of both noise variances) to the precision of the difference: the own
 * severity cancels out.
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
 * Best first, in groups that cannot be told apart: a photo that the first of a group does not surely beat stands beside
 * it. The first group's first photo is the one to lead with.
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

/** The error of a chance is below half a percentage point. */
const draws = 4096;

/**
 * By photo, the probability that its score is the highest; they sum to 1. By quasi-random draws from the joint posterior, always the same
 * ones. Source: Frazier, Powell, Dayanik, "The Knowledge-Gradient Policy for Correlated Normal Beliefs" (2009), section 2, for the question.
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

/** Two uniform coordinates make two normal ones (Box and Muller 1958). */
function normalOf(dimensions: number, draw: number): number[] {
  const uniform = uniformOf(2 * Math.ceil(dimensions / 2), draw);
  return Array.from({ length: dimensions }, (_, dimension) => {
    const pair = dimension - (dimension % 2);
    const angle = 2 * Math.PI * uniform[pair + 1]!;
    return Math.sqrt(-2 * Math.log(1 - uniform[pair]!)) * (dimension % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

/** The additive recurrence of the generalised golden ratio (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018). */
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

/** Of the standard normal distribution at 0.9: an interval of ± this many standard deviations holds 80 %. */
export const z80 = 1.2815515655446004;

const a = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429] as const;

/** P(Z ≤ z), within 7.5e-8 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t * (a[0] + t * (a[1] + t * (a[2] + t * (a[3] + t * a[4]))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z < 0 ? tail : 1 - tail;
}
