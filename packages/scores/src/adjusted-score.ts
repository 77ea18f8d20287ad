import { withEvenNoise } from './fit-score-model.js';
import {
  type AudiencePosterior,
  audiencePosterior,
  isAudienceTold,
  type JointPosterior,
  jointPosterior,
  type SharedRating,
  scoreBelief,
  through,
} from './joint-posterior.js';
import { z80 } from './normal.js';
import { type AudienceModel, type Belief, minus, plus, type ScoreModel, unknownPhoto } from './score-model.js';

/**
 * An adjusted score with its 80 % credible interval on the 1–20 scale. `score-model.ts` has the model and its source,
 * `fit-score-model.ts` its parameters, and `joint-posterior.ts` the posterior. This file converts the posterior to the scale.
 * `raters` is the number of people who rated the photo (the HTTP contract's name for assessors).
 */
export interface AdjustedScore {
  score: number;
  low: number;
  high: number;
  raters: number;
}

interface ScoreScale {
  readonly scoreMin: number;
  readonly scoreMax: number;
}

/** Scores the photo without other photos, so that its score is the same on every screen. Undefined without ratings. */
export function scorePhoto(
  model: ScoreModel,
  photoId: string,
  ratings: readonly SharedRating[],
  scale: ScoreScale,
): AdjustedScore | undefined {
  return adjustedScoreOf(model, jointPosterior(withEvenNoise(model), [photoId], ratings), scale);
}

/** Scores the first photo. Undefined without ratings, because then only the average of all photos is known. */
export function adjustedScoreOf(
  { meanVariance }: ScoreModel,
  { means, covariances, assessors }: JointPosterior,
  scale: ScoreScale,
): AdjustedScore | undefined {
  if (assessors[0] === 0) return undefined;
  return adjustedScoreFrom(means[0]!, covariances[0]![0]! + meanVariance, assessors[0]!, scale);
}

/** Number of assessors of the audience: 3 to 5, 6 to 11, or more. An exact number would reveal who gave each new rating. */
type AudienceBand = 'few' | 'some' | 'many';

/** The adjusted score by the audience. `raters` counts assessors of the audience only. */
export interface AudienceScore extends Omit<AdjustedScore, 'raters'> {
  raters: AudienceBand;
  /** True if the audience's score differs, with 80 % certainty, from the score by all assessors. */
  differs: boolean;
}

const SOME_FROM = 6;
const MANY_FROM = 12;

const bandOf = (assessors: number): AudienceBand =>
  assessors >= MANY_FROM ? 'many' : assessors >= SOME_FROM ? 'some' : 'few';

/** Scores the photo by its audience, without other photos. Undefined if the score would reveal single assessors. */
export function scorePhotoByAudience(
  model: ScoreModel,
  audience: AudienceModel,
  photoId: string,
  ratings: readonly SharedRating[],
  scale: ScoreScale,
): AudienceScore | undefined {
  return audienceScoreOf(model, audiencePosterior(withEvenNoise(model), audience, [photoId], ratings), scale);
}

/** Scores the first photo. Undefined unless at least three assessors of the audience and three others rated it. */
export function audienceScoreOf(
  model: ScoreModel,
  posterior: AudiencePosterior,
  scale: ScoreScale,
): AudienceScore | undefined {
  const audience = posterior.assessors[0]!;
  if (!isAudienceTold(audience, posterior.others[0]!)) return undefined;
  const { mean, variance } = posterior.deviations[0]!;
  const differs = Math.abs(mean) > z80 * Math.sqrt(variance);
  return { ...adjustedScoreOf(model, posterior, scale)!, raters: bandOf(audience), differs };
}

/** @param variance includes the uncertainty about the assessors and about the mean */
export function adjustedScoreFrom(mean: number, variance: number, assessors: number, scale: ScoreScale): AdjustedScore {
  const halfWidth = z80 * Math.sqrt(variance);
  const onScale = (value: number): number => tenths(Math.min(scale.scoreMax, Math.max(scale.scoreMin, value)));
  return { score: onScale(mean), low: onScale(mean - halfWidth), high: onScale(mean + halfWidth), raters: assessors };
}

/** Rounds to a tenth of a point, because smaller differences have no meaning. */
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** `message` is the rating's latest message to its assessor; all zeros for a new rating. */
type KnownRating = Pick<SharedRating, 'score' | 'assessor' | 'message'>;

interface RescoredPhoto {
  photo: Belief;
  /** The new message of each rating to its assessor, in the given order. It replaces `message`. */
  message: Belief[];
}

/**
 * One step of Gaussian belief propagation around a photo. First each assessor's rating, corrected by the assessor's other ratings,
 * informs the photo; then the photo informs each assessor. The cost depends only on the number of the photo's ratings. If this
 * step is repeated over all photos, the means converge to those of the full fit (Weiss and Freeman, "Correctness of belief
 * propagation in Gaussian graphical models of arbitrary topology", 2001).
 */
export function rescorePhoto(model: ScoreModel, ratings: readonly KnownRating[]): RescoredPhoto {
  const says = ratings.map((rating) => scoreBelief(model, rating));
  const photo = says.reduce(plus, unknownPhoto(model));
  const message = ratings.map(({ score }, index) => through(minus(photo, says[index]!), score, model));
  return { photo, message };
}
