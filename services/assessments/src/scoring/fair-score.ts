import { z80 } from './compare-photos.js';
import type { AudiencePosterior, JointPosterior } from './joint-posterior.js';
import { type Belief, beliefOf, meanOf, minus, plus, type ScoreModel, unknownPhoto } from './score-model.js';

/**
 * The fair score: an 80 % credible interval on the 1–20 scale. The model and its source are in `score-model.ts`, its parameters come from
 * `fit-score-model.ts`, the posterior in `joint-posterior.ts`; this file puts it on the scale. `raters`: how many people rated it (the HTTP contract's name for assessors).
 */
export interface FairScore {
  score: number;
  low: number;
  high: number;
  raters: number;
}

interface ScoreScale {
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

/** How many of an audience have rated a photo: 3 to 5, 6 to 11, more. A number would tell of each new rating who gave it. */
type AudienceBand = 'few' | 'some' | 'many';

/** The fair score of the audience. `raters` are those of the audience. */
export interface AudienceScore extends Omit<FairScore, 'raters'> {
  raters: AudienceBand;
  /** True if it surely (80 %) differs from the score by all assessors. */
  differs: boolean;
}

const ASSESSORS_MIN = 3;
const SOME_FROM = 6;
const MANY_FROM = 12;

/**
 * Returns whether a score of the audience may be told: fewer than three, of the audience or of the others, tell too much of single people. A
 * score by all and a score by all but one are the rating of that one.
 */
export const isAudienceTold = ({ audience, others }: { audience: number; others: number }): boolean =>
  audience >= ASSESSORS_MIN && others >= ASSESSORS_MIN;

const bandOf = (assessors: number): AudienceBand =>
  assessors >= MANY_FROM ? 'many' : assessors >= SOME_FROM ? 'some' : 'few';

/** Undefined for a photo that fewer than three of the audience, or fewer than three others, have rated. */
export function audienceScoreOf(
  model: ScoreModel,
  posterior: AudiencePosterior,
  index: number,
  scale: ScoreScale,
): AudienceScore | undefined {
  const assessors = posterior.assessors[index]!;
  if (!isAudienceTold({ audience: assessors, others: posterior.others[index]! })) return undefined;
  const { mean, variance } = posterior.deviations[index]!;
  const differs = Math.abs(mean) > z80 * Math.sqrt(variance);
  return { ...fairScoreOf(model, posterior, index, scale)!, raters: bandOf(assessors), differs };
}

/** @param variance with the uncertainty about the assessors and about the mean */
export function fairScoreFrom(mean: number, variance: number, assessors: number, scale: ScoreScale): FairScore {
  const halfWidth = z80 * Math.sqrt(variance);
  const onScale = (value: number): number => tenths(Math.min(scale.scoreMax, Math.max(scale.scoreMin, value)));
  return { score: onScale(mean), low: onScale(mean - halfWidth), high: onScale(mean + halfWidth), raters: assessors };
}

/** Nothing finer than a tenth of a point means anything. */
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** One rating of the photo as the estimate sees it. */
interface KnownRating {
  /** On the common spread. */
  score: number;
  /** All that is known of the assessor's severity, `message` included. */
  assessor: Belief;
  /** What this very rating has told of the assessor so far; nothing (zeros) for a new one. */
  message: Belief;
}

interface RescoredPhoto {
  photo: Belief;
  /** Per rating, in the order given: what it tells of its assessor now. It takes the place of `message`. */
  message: Belief[];
}

export const nothing: Belief = { precision: 0, shift: 0 };

/**
 * One step of Gaussian belief propagation round a photo: what its assessors say of it, each by what the assessor's other ratings
 * show, then what the photo says of each assessor. Costs as much as the photo has ratings, however many there are elsewhere.
 * Repeated over all photos it comes to the means of the full fit (Weiss and Freeman, "Correctness of belief propagation
 * in Gaussian graphical models of arbitrary topology", 2001).
 */
export function rescorePhoto(model: ScoreModel, ratings: readonly KnownRating[]): RescoredPhoto {
  const says = ratings.map(({ score, assessor, message }) => {
    const { precision, shift } = minus(assessor, message);
    // While a fit writes, a message may be newer than the severity that contains its predecessor.
    return through({ precision: Math.max(precision, 1 / model.severityVariance), shift }, score, model);
  });
  const photo = says.reduce(plus, unknownPhoto(model));
  const message = ratings.map(({ score }, index) => through(minus(photo, says[index]!), score, model));
  return { photo, message };
}

/** `score` = one side + other side + noise: what it says of the one side, given what is known of the other. */
function through(other: Belief, score: number, { residualVariance }: ScoreModel): Belief {
  return beliefOf(score - meanOf(other), residualVariance + 1 / other.precision);
}
