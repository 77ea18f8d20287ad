import { inverseOf, type SharedRating } from './joint-posterior.js';
import { upperQuantileOfT } from './normal.js';
import { ScoreCovariance } from './score-covariance.js';
import type { ScoreModel } from './score-model.js';

export type AssociatedRating = SharedRating & CommentedRating;

/** A comment that occurs with higher or lower ratings. This is an association, not a cause. */
export interface CommentAssociation extends PhraseSide {
  /** Points by which ratings are higher with the comment. `low` and `high` are a simultaneous 95 % interval. */
  effect: number;
  low: number;
  high: number;
  /** Number of ratings with the comment, and of ratings whose assessor could have chosen the comment but did not. */
  with: number;
  without: number;
  /** Number of photos in these ratings. */
  photos: number;
}

type NoAssociation = 'too-few-ratings' | 'too-few-photos' | 'too-few-comments' | 'nothing-clear';

interface CommentAssociations {
  ratings: number;
  photos: number;
  /** Number of comments that were compared. */
  compared: number;
  /** At most three, the clearest first. If there are none, `reason` says why. */
  associations: CommentAssociation[];
  /** Null if there are associations. */
  reason: NoAssociation | null;
}

const associationsMax = 3;

/** Probability that at least one interval of all compared comments misses the true value. */
const errorRate = 0.05;

/**
 * Weight of the score model's variances, as a number of ratings of this owner. The owner's ratings correct these variances: in
 * real ratings, the noise variance is 0.65 times the model's for low-rated faces, and 1.4 times for high-rated ones.
 */
const priorFreedom = 20;

/** Prior standard deviation of effects, in points. The prior shrinks effects more if there are fewer ratings. */
const effectDeviation = 3;

/** Finds comments that occur with higher or lower ratings, over all photos of one owner. */
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
 * Estimates each comment separately: a random effect beside the owner's level, by Henderson's mixed model equations with the
 * variances of the fitted score model. Ratings whose assessor could not choose the comment have a level of their own. They thus
 * inform only about photos and assessors. The common scale of the variances has a scaled inverse χ² prior at 1, which the
 * residuals update. An effect is therefore t-distributed (Gelman and others, "Bayesian Data Analysis", 3rd edition, 14.2 and
 * 14.8). Bonferroni's inequality makes the intervals simultaneous.
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

/** Returns the effect and its standard error in points. */
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
  // Only the levels are fixed effects, so only they use degrees of freedom.
  const freedom = priorFreedom + scores.length - (columns.length - 1);
  const scale = (priorFreedom + residual) / freedom;
  return { effect: effects[0]!, standardError: Math.sqrt(scale * inverse[0]![0]!), freedom };
}

const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
};

/** The distance of the effect from 0, relative to the width of the interval. */
const clearness = ({ effect, low, high }: CommentAssociation): number => Math.abs(effect) / (high - low);

/** Rounds as the screen does, so that an interval whose displayed end is 0.0 counts as containing 0. */
const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;

type Comment = readonly [sectionId: number, phraseId: number, score: number];

interface CommentedRating extends Pick<SharedRating, 'photoId' | 'assessorId'> {
  comments: readonly Comment[];
  /** Returns true if the assessor could choose this end of the phrase. */
  canChoose: (end: PhraseSide) => boolean;
}

/** End of a phrase's scale: `low` for scores below 10, `high` from 10 on. */
type Side = 'low' | 'high';

export interface PhraseSide {
  sectionId: number;
  phraseId: number;
  side: Side;
}

/** One end of a phrase, and which ratings chose it. */
interface ComparedComment extends PhraseSide {
  /** One value per rating: true if the rating has the comment; undefined if its assessor could not choose the comment. */
  has: readonly (boolean | undefined)[];
}

export const COMPARED = {
  /** Smallest numbers of ratings and of photos for a comparison. */
  ratingsMin: 10,
  photosMin: 2,
  /** Smallest number of different assessors with the comment, and of those without it. */
  assessorsMin: 3,
  /** Maximum number of compared comments, selected by `fewerOf`. Each further comment widens all intervals. */
  commentsMax: 12,
} as const;

const turningPoint = 10;

/**
 * Selects the comments to compare. The predictor is the presence of a comment, which is a phrase at one end of its scale. The
 * score of the comment is not used, because most ratings have no value for most phrases. A rating counts as "without" the
 * comment if its assessor could choose it, but omitted the phrase or chose its other end. The selection depends on comments
 * alone, never on scores.
 */
export function comparedComments(ratings: readonly CommentedRating[]): ComparedComment[] {
  const said = ratings.map(({ comments }) => new Map(comments.map(([, phraseId, score]) => [phraseId, sideOf(score)])));
  return sidesLeft(ratings)
    .map((left) => ({ ...left, has: whoHas(ratings, said, left) }))
    .filter(({ has }) => isComparable(ratings, has))
    .sort((one, other) => fewerOf(other.has) - fewerOf(one.has) || one.phraseId - other.phraseId)
    .slice(0, COMPARED.commentsMax);
}

/** Returns the sides of phrases that enough assessors chose. */
function sidesLeft(ratings: readonly CommentedRating[]): PhraseSide[] {
  const sides = new Map<string, PhraseSide & { by: Set<string> }>();
  for (const { assessorId, comments } of ratings) {
    for (const [sectionId, phraseId, score] of comments) {
      const side = sideOf(score);
      const known = sides.get(`${phraseId} ${side}`) ?? { sectionId, phraseId, side, by: new Set() };
      sides.set(`${phraseId} ${side}`, known);
      known.by.add(assessorId);
    }
  }
  return [...sides.values()].filter(({ by }) => by.size >= COMPARED.assessorsMin).map(({ by: _, ...left }) => left);
}

function whoHas(ratings: readonly CommentedRating[], said: readonly ReadonlyMap<number, Side>[], end: PhraseSide) {
  return ratings.map(({ canChoose }, index) => {
    if (said[index]!.get(end.phraseId) === end.side) return true;
    return canChoose(end) ? false : undefined;
  });
}

export const sideOf = (score: number): Side => (score < turningPoint ? 'low' : 'high');

function isComparable(ratings: readonly CommentedRating[], has: ComparedComment['has']): boolean {
  const [photos, having, lacking] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let asked = 0;
  for (const [index, { photoId, assessorId }] of ratings.entries()) {
    if (has[index] === undefined) continue;
    asked += 1;
    photos.add(photoId);
    (has[index] ? having : lacking).add(assessorId);
  }
  return (
    asked >= COMPARED.ratingsMin &&
    photos.size >= COMPARED.photosMin &&
    Math.min(having.size, lacking.size) >= COMPARED.assessorsMin
  );
}

const countOf = (has: ComparedComment['has'], value: boolean): number =>
  has.filter((candidate) => candidate === value).length;

const fewerOf = (has: ComparedComment['has']): number => Math.min(countOf(has, true), countOf(has, false));
