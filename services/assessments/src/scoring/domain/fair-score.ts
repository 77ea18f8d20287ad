import type { JointPosterior } from './joint-posterior.js';
import { z80 } from './normal.js';
import type { ScoreModel } from './score-model.js';

/** On the 1–20 scale. An 80 % credible interval; `raters` different people stand behind it, in the word of the HTTP contract. */
export interface FairScore {
  score: number;
  low: number;
  high: number;
  raters: number;
}

export interface ScoreScale {
  readonly scoreMin: number;
  readonly scoreMax: number;
}

/** Undefined for a photo that nobody has rated: of it nothing is known but what all photos have in common. */
export function fairScoreOf(
  model: ScoreModel,
  posterior: JointPosterior,
  index: number,
  scale: ScoreScale,
): FairScore | undefined {
  const assessors = posterior.assessors[index]!;
  if (assessors === 0) return undefined;
  return fairScoreFrom(
    posterior.means[index]!,
    posterior.covariances[index]![index]! + model.meanVariance,
    assessors,
    scale,
  );
}

/** @param variance with the uncertainty about the assessors and about the mean */
export function fairScoreFrom(mean: number, variance: number, assessors: number, scale: ScoreScale): FairScore {
  const halfWidth = z80 * Math.sqrt(variance);
  const onScale = (value: number): number => tenths(Math.min(scale.scoreMax, Math.max(scale.scoreMin, value)));
  return { score: onScale(mean), low: onScale(mean - halfWidth), high: onScale(mean + halfWidth), raters: assessors };
}

/** Nothing finer than a tenth of a point means anything. */
const tenths = (value: number): number => Math.round(value * 10) / 10;
