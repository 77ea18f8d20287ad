import { type Belief, beliefOf, meanOf, minus, plus, type ScoreModel, unknownPhoto } from './score-model.js';

/** One rating of the photo as the estimate sees it. */
export interface KnownRating {
  /** On the common spread. */
  score: number;
  /** All that is known of the assessor's severity, `message` included. */
  assessor: Belief;
  /** What this very rating has told of the assessor so far; nothing (zeros) for a new one. */
  message: Belief;
}

export interface RescoredPhoto {
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
