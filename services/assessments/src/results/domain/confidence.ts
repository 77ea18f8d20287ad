export type ConfidenceLevel = 'High' | 'Medium' | 'Low';

/** Exact sums over all scored ratings of a photo. */
export interface ScoreSums {
  timesRated: number;
  totalScore: number;
  sumOfSquares: number;
}

export interface ScoreScale {
  readonly scoreMin: number;
  readonly scoreMax: number;
}

/**
 * Population variance, 0 without ratings. It is exact for whole scores, and rounding of means never makes it negative.
 */
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
export function confidenceRangeOf(sums: ScoreSums, { scoreMin, scoreMax }: ScoreScale): [low: number, high: number] {
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
