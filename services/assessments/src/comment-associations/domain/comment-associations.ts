import { inverseOf, type SharedRating } from '../../scoring/domain/joint-posterior.js';
import type { ScoreModel } from '../../scoring/domain/score-model.js';
import {
  COMPARED,
  type CommentedRating,
  type ComparedComment,
  comparedComments,
  countOf,
} from './compared-comments.js';
import { ScoreCovariance } from './score-covariance.js';
import { upperQuantileOfT } from './student-t.js';

export type AssociatedRating = SharedRating & CommentedRating;

/** A comment that goes with higher or lower ratings. It is an association: it does not say what causes what. */
export interface CommentAssociation extends Pick<ComparedComment, 'sectionId' | 'phraseId' | 'side'> {
  /** Points by which ratings with the comment are higher, negative if lower, with a simultaneous 95 % interval. */
  effect: number;
  low: number;
  high: number;
  /** Ratings with the comment, and without it though the assessor could choose it. */
  with: number;
  without: number;
  /** Photos of these ratings. */
  photos: number;
}

export type NoAssociation = 'too-few-ratings' | 'too-few-photos' | 'too-few-comments' | 'nothing-clear';

export interface CommentAssociations {
  ratings: number;
  photos: number;
  /** Number of comments that were compared. */
  compared: number;
  /** At most three, the clearest first. */
  associations: CommentAssociation[];
  /** Why there are none; null if there are. */
  reason: NoAssociation | null;
}

const associationsMax = 3;
/** Probability that any interval misses its value, over all compared comments. */
const errorRate = 0.05;
/**
 * The score model's variances count as so many ratings of this owner, as in the fit. On real ratings the noise of low faces has 0.65 of the
 * model's variance, that of high faces 1.4.
 */
const priorFreedom = 20;
/** Standard deviation of effects, in points: it draws an effect towards 0, the more the fewer ratings there are. */
const effectDeviation = 3;

/** Which comments go with higher or lower ratings, over all photos of one owner. */
export function commentAssociations(model: ScoreModel, ratings: readonly AssociatedRating[]): CommentAssociations {
  const photos = new Set(ratings.map(({ photoId }) => photoId)).size;
  const found = { ratings: ratings.length, photos, compared: 0, associations: [] };
  if (ratings.length < COMPARED.ratingsMin) return { ...found, reason: 'too-few-ratings' };
  if (photos < COMPARED.photosMin) return { ...found, reason: 'too-few-photos' };
  const compared = comparedComments(ratings);
  if (compared.length === 0) return { ...found, reason: 'too-few-comments' };
  const associations = estimateAssociations(model, ratings, compared)
    .filter(({ low, high }) => low > 0 || high < 0)
    .sort((one, other) => clearness(other) - clearness(one))
    .filter(({ phraseId }, index, all) => all.findIndex((other) => other.phraseId === phraseId) === index)
    .slice(0, associationsMax);
  return {
    ...found,
    compared: compared.length,
    associations,
    reason: associations.length === 0 ? 'nothing-clear' : null,
  };
}

/**
 * Each comment by itself: a random effect beside the owner's level, by Henderson's mixed model equations with the variances of the fitted
 * score model. Ratings whose assessor could not choose the comment have a level of their own: they inform about photos and
 * assessors only. The common scale of the variances has a scaled inverse χ² prior at 1 and is updated by the residuals, so an
 * effect is t-distributed (Gelman and others, "Bayesian Data Analysis", 3rd edition, 14.2 and 14.8). The intervals are
 * simultaneous by Bonferroni's inequality.
 */
export function estimateAssociations(
  model: ScoreModel,
  ratings: readonly AssociatedRating[],
  compared: readonly ComparedComment[],
): CommentAssociation[] {
  const covariance = new ScoreCovariance(model, ratings);
  return compared.map(({ has, ...comment }) => {
    const { effect, standardError, freedom } = estimateEffect(covariance, has);
    const halfWidth = standardError * upperQuantileOfT(errorRate / (2 * compared.length), freedom);
    return {
      ...comment,
      effect: tenths(effect),
      low: tenths(effect - halfWidth),
      high: tenths(effect + halfWidth),
      with: countOf(has, true),
      without: countOf(has, false),
      photos: new Set(ratings.filter((_, index) => has[index] !== undefined).map(({ photoId }) => photoId)).size,
    };
  });
}

/** In points. */
export function estimateEffect(covariance: ScoreCovariance, has: ComparedComment['has']) {
  const { scores, weightedScores, weightedOnes } = covariance;
  const columnOf = (isOne: (value: boolean | undefined) => boolean) =>
    Float64Array.from(has, (value) => (isOne(value) ? 1 : 0));
  const columns = [columnOf((value) => value === true), columnOf(() => true)];
  if (has.includes(undefined)) columns.push(columnOf((value) => value === undefined));
  const weighted = columns.map((column, place) => (place === 1 ? weightedOnes : covariance.precisionTimes(column)));
  const precision = weighted.map((one) => columns.map((other) => dot(one, other)));
  precision[0]![0]! += 1 / effectDeviation ** 2;
  const inverse = inverseOf(precision);
  const products = weighted.map((column) => dot(column, scores));
  const effects = inverse.map((row) => dot(row, products));
  const residual = dot(scores, weightedScores) - dot(effects, products);
  // Only the levels are fixed effects.
  const freedom = priorFreedom + scores.length - (columns.length - 1);
  const scale = (priorFreedom + residual) / freedom;
  return { effect: effects[0]!, standardError: Math.sqrt(scale * inverse[0]![0]!), freedom };
}

const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
};

/** The end of the interval that is nearer to 0, relative to its width. */
const clearness = ({ effect, low, high }: CommentAssociation): number => Math.abs(effect) / (high - low);

/** As fine as it is shown: an interval that ends at 0.0 makes no claim. */
const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
