import type { FairScore } from '@candid/contracts';
import { averageOf, scoreMax, scoreMin } from './scores';

export type Interval = Pick<FairScore, 'low' | 'high'>;

/** A score with how far the truth may lie from it. */
export interface Reading extends Interval {
  readonly score: number;
}

/** The interval in whole numbers, rounded outwards, so that its words never claim to know more than it does. */
export function wholeInterval({ low, high }: Interval): Interval {
  return { low: Math.max(scoreMin, Math.floor(low)), high: Math.min(scoreMax, Math.ceil(high)) };
}

/** A score as it is shown: rounded half up. */
export const wholeScore = (score: number): number => Math.floor(score + 0.5);

/** The number on a photo's chip: its average rounded half up, null before any rating. */
export const shownAverage = (photo: { totalScore: number; timesRated: number }): number | null =>
  photo.timesRated > 0 ? averageOf(photo) : null;

/** A photo's fair score, or its average while there is none, as it is shown; null before any rating. */
export const shownScore = (photo: {
  fairScore: FairScore | null;
  totalScore: number;
  timesRated: number;
}): number | null => (photo.fairScore ? wholeScore(photo.fairScore.score) : shownAverage(photo));

/** The fair score before the newest assessment: null where there was none, undefined while an earlier one is being asked for. */
export function previousOf(
  photo: { timesRated: number; testTimesRated: number },
  asked: { previousFairScore: FairScore | null } | undefined,
): FairScore | null | undefined {
  if (asked) return asked.previousFairScore;
  return photo.timesRated > photo.testTimesRated ? undefined : null;
}
