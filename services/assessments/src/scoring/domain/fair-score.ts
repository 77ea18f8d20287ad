import type { AudiencePosterior, JointPosterior } from './joint-posterior.js';
import { z80 } from './normal.js';
import type { ScoreModel } from './score-model.js';

/**
 * The fair score: an 80 % credible interval on the 1–20 scale. The model and its source are in `score-model.ts`, its parameters come from
 * `fit-score-model.ts`, the common spread is in `assessor-spread.ts`, the posterior in `joint-posterior.ts`; this file puts it on the scale. `raters`: how many people rated it (the HTTP contract's name for assessors).
 */
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

/** Undefined for a photo that nobody has rated: then only the average of all photos is known. */
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

/** The fair score of the audience. `raters` are those of the audience. */
export interface AudienceScore extends FairScore {
  /** True if it surely (80 %) differs from the score by all assessors. */
  differs: boolean;
}

/** Fewer of an audience tell too much of single people, and too little of the photo. */
export const AUDIENCE_ASSESSORS_MIN = 3;

/** Undefined for a photo that fewer than three of the audience have rated. */
export function audienceScoreOf(
  model: ScoreModel,
  posterior: AudiencePosterior,
  index: number,
  scale: ScoreScale,
): AudienceScore | undefined {
  if (posterior.assessors[index]! < AUDIENCE_ASSESSORS_MIN) return undefined;
  const { mean, variance } = posterior.deviations[index]!;
  const differs = Math.abs(mean) > z80 * Math.sqrt(variance);
  return { ...fairScoreOf(model, posterior, index, scale)!, differs };
}

/** @param variance with the uncertainty about the assessors and about the mean */
export function fairScoreFrom(mean: number, variance: number, assessors: number, scale: ScoreScale): FairScore {
  const halfWidth = z80 * Math.sqrt(variance);
  const onScale = (value: number): number => tenths(Math.min(scale.scoreMax, Math.max(scale.scoreMin, value)));
  return { score: onScale(mean), low: onScale(mean - halfWidth), high: onScale(mean + halfWidth), raters: assessors };
}

/** Nothing finer than a tenth of a point means anything. */
const tenths = (value: number): number => Math.round(value * 10) / 10;
