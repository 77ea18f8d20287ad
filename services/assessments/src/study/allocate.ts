import type { JointPosterior } from '../scoring/domain/joint-posterior.js';
import { normalCdf } from '../scoring/domain/normal.js';
import type { ScoreModel } from '../scoring/domain/score-model.js';

/**
 * Which `count` photos the next assessor should rate to find the best one: those after whose ratings the least doubt would be left
 * whether another photo beats the leader, if the means stay as they are. The assessor's severity is unknown, and cancels out
 * between photos of one visit. Source: the expected value of a measurement for ranking and selection with correlated beliefs
 * (Frazier, Powell, Dayanik, "The Knowledge-Gradient Policy for Correlated Normal Beliefs", 2009), with the doubt of all pairs
 * with the leader in place of the expected maximum.
 * @returns indexes of the posterior's photos
 */
export function mostUseful(model: ScoreModel, posterior: JointPosterior, count: number): number[] {
  const all = posterior.means.map((_, index) => index);
  let [least, best] = [Number.POSITIVE_INFINITY, all.slice(0, count)];
  for (const chosen of choicesOf(all, Math.min(count, all.length))) {
    const doubt = doubtAfter(model, posterior, chosen);
    if (doubt < least) [least, best] = [doubt, chosen];
  }
  return best;
}

/** Sum over the other photos of the probability that they beat the leader, after one assessor has rated the chosen ones. */
function doubtAfter(model: ScoreModel, { means, covariances }: JointPosterior, chosen: readonly number[]): number {
  const after = chosen.reduce(
    (known, photo) => withRating(known, photo, model.residualVariance),
    withSeverity(covariances, model.severityVariance),
  );
  const leader = means.indexOf(Math.max(...means));
  return means.reduce((sum, mean, photo) => {
    if (photo === leader) return sum;
    const variance =
      after.covariances[leader]![leader]! + after.covariances[photo]![photo]! - 2 * after.covariances[leader]![photo]!;
    return sum + normalCdf((mean - means[leader]!) / Math.sqrt(variance));
  }, 0);
}

/** Covariances of the photos' scores and, last, of the next assessor's severity. */
interface Known {
  covariances: number[][];
}

function withSeverity(covariances: readonly (readonly number[])[], severityVariance: number): Known {
  const size = covariances.length;
  return {
    covariances: [
      ...covariances.map((row) => [...row, 0]),
      Array.from({ length: size + 1 }, (_, n) => (n === size ? severityVariance : 0)),
    ],
  };
}

/** After y = score of the photo + severity + noise (Kalman's update of the covariances, which the value of y does not change). */
function withRating({ covariances }: Known, photo: number, residualVariance: number): Known {
  const severity = covariances.length - 1;
  const gain = covariances.map((row) => row[photo]! + row[severity]!);
  const variance = gain[photo]! + gain[severity]! + residualVariance;
  return { covariances: covariances.map((row, n) => row.map((value, m) => value - (gain[n]! * gain[m]!) / variance)) };
}

function* choicesOf(items: readonly number[], count: number): Generator<number[]> {
  if (count === 0) yield [];
  else
    for (const [index, item] of items.entries())
      for (const rest of choicesOf(items.slice(index + 1), count - 1)) yield [item, ...rest];
}
