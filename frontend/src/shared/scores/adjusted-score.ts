import type { AdjustedScore } from '@candid/contracts';
import { averageOf, scoreMax, scoreMin } from './scores';

export type Interval = Pick<AdjustedScore, 'low' | 'high'>;

/** A score with its uncertainty. */
export type Reading = Pick<AdjustedScore, 'low' | 'high' | 'score'>;

/** Returns the interval in whole numbers, rounded outwards, so that the text never claims too much certainty. */
export function wholeInterval({ low, high }: Interval): Interval {
  return { low: Math.max(scoreMin, Math.floor(low)), high: Math.min(scoreMax, Math.ceil(high)) };
}

export const wholeScore = (score: number): number => Math.floor(score + 0.5);

/** Returns the number on a photo's chip: the average, rounded half up; null without a rating. */
export const shownAverage = (photo: { totalScore: number; timesRated: number }): number | null =>
  photo.timesRated > 0 ? averageOf(photo) : null;
