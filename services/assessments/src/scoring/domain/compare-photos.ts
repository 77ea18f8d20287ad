import type { JointPosterior } from './joint-posterior.js';
import { normalCdf } from './normal.js';

export interface Comparison {
  photoIds: readonly [string, string];
  /** That the first is the better one, 0–1. */
  probability: number;
  /** Undefined while it is too close to call. */
  winner: string | undefined;
  /** About so many more assessors of both would settle it, at least 1; undefined when settled or beyond `assessorsMax`. */
  ratersToTell: number | undefined;
}

export interface Certainty {
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
