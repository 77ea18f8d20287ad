import type { SpreadModel } from './assessor-spread.js';

/**
 * Crossed random effects: a rating, brought to the common spread, is y = t + b + e, with the photo's score
 * t ~ N(mean, photoVariance), the assessor's severity b ~ N(0, severityVariance) (above 0: gives more than others) and
 * e ~ N(0, residualVariance), all independent; in comparisons the variance of e grows with t (`noise-growth.ts`). A photo's
 * fair score is its t: what all assessors together would give it on average. Source: Searle, Casella, McCulloch, "Variance
 * Components" (1992), two-way crossed classification without interaction. All in points of the 1–20 scale, or their squares.
 */
export interface ScoreModel extends SpreadModel {
  readonly mean: number;
  readonly photoVariance: number;
  readonly severityVariance: number;
  readonly residualVariance: number;
  /** Relative growth of the noise's variance with each point of a photo's score: assessors agree less on photos that score high. */
  readonly noiseGrowth: number;
  /** The uncertainty of `mean`: only some of all assessors have rated. */
  readonly meanVariance: number;
}

/** Before there are ratings to learn from: a wide scale on which assessors differ about as much as photos do. */
export const priorScoreModel: ScoreModel = {
  mean: 10.5,
  photoVariance: 7,
  severityVariance: 7,
  residualVariance: 12,
  noiseGrowth: 0.1,
  meanVariance: 0.5,
  withinVariance: 19,
  spreadWeight: 20,
};

/**
 * A normal distribution by its natural parameters, which add up when independent evidence does: precision = 1 / variance,
 * shift = mean / variance.
 */
export interface Belief {
  readonly precision: number;
  readonly shift: number;
}

export const meanOf = ({ precision, shift }: Belief): number => shift / precision;

export const beliefOf = (mean: number, variance: number): Belief => ({
  precision: 1 / variance,
  shift: mean / variance,
});

export const plus = (a: Belief, b: Belief): Belief => ({
  precision: a.precision + b.precision,
  shift: a.shift + b.shift,
});

export const minus = (a: Belief, b: Belief): Belief => ({
  precision: a.precision - b.precision,
  shift: a.shift - b.shift,
});

/** What is known of an assessor whose ratings say nothing yet. */
export const unknownAssessor = ({ severityVariance }: ScoreModel): Belief => beliefOf(0, severityVariance);

/** What is known of a photo that nobody has rated. */
export const unknownPhoto = ({ mean, photoVariance }: ScoreModel): Belief => beliefOf(mean, photoVariance);
