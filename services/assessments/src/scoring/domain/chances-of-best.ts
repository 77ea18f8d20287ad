import type { JointPosterior } from './joint-posterior.js';

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
    let [best, highest] = [0, Number.NEGATIVE_INFINITY];
    for (let row = 0; row < means.length; row += 1) {
      let value = means[row]!;
      for (let column = 0; column <= row; column += 1) value += root[row]![column]! * normal[column]!;
      if (value > highest) [best, highest] = [row, value];
    }
    wins[best]! += 1;
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
