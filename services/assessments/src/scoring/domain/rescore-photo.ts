import { type Belief, beliefOf, meanOf, minus, plus, type ScoreModel, unknownPhoto } from './score-model.js';

/** One rating of the photo as the estimate sees it. */
export interface KnownRating {
  /** On the common spread. */
  score: number;
  /** All that is known of the rater's severity, `told` included. */
  rater: Belief;
  /** What this very rating has told of the rater so far; nothing (zeros) for a new one. */
  told: Belief;
}

export interface RescoredPhoto {
  photo: Belief;
  /** Per rating, in the order given: what it tells of its rater now. It takes the place of `told`. */
  told: Belief[];
}

export const nothing: Belief = { precision: 0, shift: 0 };

/**
 * One step of Gaussian belief propagation round a photo: what its raters say of it, each by what the rater's other ratings
 * show, then what the photo says of each rater. Costs as much as the photo has ratings, however many there are elsewhere.
 * Repeated over all photos it comes to the means of the full fit (Weiss and Freeman, "Correctness of belief propagation
 * in Gaussian graphical models of arbitrary topology", 2001).
 */
export function rescorePhoto(model: ScoreModel, ratings: readonly KnownRating[]): RescoredPhoto {
  const says = ratings.map(({ score, rater, told }) => through(minus(rater, told), score, model));
  const photo = says.reduce(plus, unknownPhoto(model));
  const told = ratings.map(({ score }, index) => through(minus(photo, says[index]!), score, model));
  return { photo, told };
}

/** `score` = one side + other side + noise: what it says of the one side, given what is known of the other. */
function through(other: Belief, score: number, { residualVariance }: ScoreModel): Belief {
  return beliefOf(score - meanOf(other), residualVariance + 1 / other.precision);
}
