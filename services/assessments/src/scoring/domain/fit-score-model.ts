import { eachOf, estimateSpread, onCommonSpreadOf, sumsOfAssessors } from './assessor-spread.js';
import { type BeliefColumns, BeliefPropagation } from './belief-propagation.js';
import { type FitOptions, fitVariances } from './fit-variances.js';
import type { RatingColumns } from './rating-columns.js';
import { priorScoreModel, type ScoreModel } from './score-model.js';

/** Natural parameters of the beliefs: of photos and assessors by their index, of what each rating tells by the rating's. */
export interface ScoreFit {
  /** With the mean, and its uncertainty, of these ratings. */
  model: ScoreModel;
  photos: BeliefColumns;
  assessors: BeliefColumns;
  message: { precision: Float32Array; shift: Float32Array };
  /** A rating on the common spread, by its index: what the rest is about. */
  scoreOf: (rating: number) => number;
}

/** The spread of assessors, the variances and the mean: from a sample of whole photos, if ratings are many. */
export function* estimateScoreModel(ratings: RatingColumns, options: FitOptions = {}): Generator<void, ScoreModel> {
  const prior = options.prior?.model ?? priorScoreModel;
  const sums = sumsOfAssessors(ratings);
  const spread = estimateSpread(eachOf(sums), prior);
  const variances = yield* fitVariances(ratings, onCommonSpreadOf(ratings, sums, spread), options);
  return { ...variances, ...spread, meanVariance: prior.meanVariance };
}

/** Scores and severities for the model's variances: belief propagation until no severity changes any more. */
export function* fitBeliefs(
  ratings: RatingColumns,
  model: ScoreModel,
  { prior, sweepsMax = 300, tolerance = 1e-3 }: FitOptions = {},
): Generator<void, ScoreFit> {
  const scoreOf = onCommonSpreadOf(ratings, sumsOfAssessors(ratings), model);
  const beliefs = new BeliefPropagation(ratings, scoreOf, model, model.mean, prior);
  let change = Number.POSITIVE_INFINITY;
  for (let sweeps = 0; change > tolerance && sweeps < sweepsMax; sweeps += 1) change = yield* beliefs.sweep();
  return {
    model: { ...model, mean: beliefs.mean, meanVariance: meanVarianceOf(ratings, model, prior?.weight ?? 0) },
    photos: beliefs.photos,
    assessors: beliefs.assessors,
    message: beliefs.messageShifts(),
    scoreOf,
  };
}

/** Everything from the same ratings, at once. */
export function fitScoreModel(ratings: RatingColumns, options: FitOptions = {}): ScoreFit {
  const model = resultOf(estimateScoreModel(ratings, options));
  return resultOf(fitBeliefs(ratings, model, options));
}

/** Each assessor stands for all assessors as well as the own ratings allow. */
function meanVarianceOf(
  { assessors, assessorCount }: RatingColumns,
  { severityVariance, residualVariance }: ScoreModel,
  priorWeight: number,
): number {
  const ratingsOfAssessor = new Uint32Array(assessorCount);
  for (const assessor of assessors) ratingsOfAssessor[assessor]! += 1;
  let information = priorWeight / severityVariance;
  for (const count of ratingsOfAssessor) {
    if (count > 0) information += 1 / (severityVariance + residualVariance / count);
  }
  return information === 0 ? severityVariance : 1 / information;
}

function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
}
