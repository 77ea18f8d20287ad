import { PRODUCT } from '@candid/contracts';
import type { Comment } from '../catalogue/catalogue.js';
import { generalIndex } from '../catalogue/general-catalogue.js';

export type ConfidenceLevel = 'High' | 'Medium' | 'Low';

/** Exact sums over all scored ratings of a photo. */
export interface ScoreSums {
  timesRated: number;
  totalScore: number;
  sumOfSquares: number;
}

const { scoreMin, scoreMax } = PRODUCT;

/** Population variance, 0 without ratings. It is exact for whole scores, and rounding of means never makes it negative. */
export function varianceOf({ timesRated, totalScore, sumOfSquares }: ScoreSums): number {
  if (timesRated === 0) return 0;
  return Math.max(0, timesRated * sumOfSquares - totalScore ** 2) / timesRated ** 2;
}

/** Average score, rounded half up; 0 without ratings. */
export const averageOf = ({ timesRated, totalScore }: ScoreSums): number =>
  timesRated === 0 ? 0 : Math.floor(totalScore / timesRated + 0.5);

/**
 * The confidence range: the average ± round(20 / √n + √variance / 2), clamped to the scale. It is the whole scale
 * without ratings (product text, business constants).
 */
export function confidenceRangeOf(sums: ScoreSums): [low: number, high: number] {
  if (sums.timesRated === 0) return [scoreMin, scoreMax];
  const halfWidth = Math.round(20 / Math.sqrt(sums.timesRated) + Math.sqrt(varianceOf(sums)) / 2);
  const average = averageOf(sums);
  return [Math.max(scoreMin, average - halfWidth), Math.min(scoreMax, average + halfWidth)];
}

/** With fewer ratings, the variance does not indicate agreement. */
const RATINGS_FOR_A_LEVEL = 3;

/** Low below three ratings; High when n > 10 and variance < 5, Medium when n > 5 or variance < 10, else Low. */
export function confidenceLevelOf(sums: ScoreSums): ConfidenceLevel {
  const { timesRated } = sums;
  if (timesRated < RATINGS_FOR_A_LEVEL) return 'Low';
  const variance = varianceOf(sums);
  if (timesRated > 10 && variance < 5) return 'High';
  return timesRated > 5 || variance < 10 ? 'Medium' : 'Low';
}

/** Mean score of an assessor's slider comments, without toggles; null if there is no slider comment. */
export function meanSliderOf(comments: readonly Comment[]): number | null {
  const scores = comments
    .filter(([sectionId, phraseId]) => generalIndex.findPhrase(sectionId, phraseId)?.isScale)
    .map(([, , score]) => score);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Computes the confidence range as for photos. Each assessor's mean slider score is a rating. */
export function profileRangeOf(submissions: readonly (readonly Comment[])[]) {
  const means = submissions.map(meanSliderOf).filter((mean) => mean !== null);
  const sums: ScoreSums = {
    timesRated: means.length,
    totalScore: means.reduce((sum, mean) => sum + mean, 0),
    sumOfSquares: means.reduce((sum, mean) => sum + mean ** 2, 0),
  };
  return { confidenceRange: confidenceRangeOf(sums), level: confidenceLevelOf(sums) };
}
