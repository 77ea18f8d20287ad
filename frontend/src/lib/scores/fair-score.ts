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

/** The number on a photo's chip: its fair score rounded half up, the average until there is one, null before any rating. */
export function shownScore(photo: {
  fairScore: FairScore | null;
  totalScore: number;
  timesRated: number;
}): number | null {
  if (photo.fairScore) return Math.floor(photo.fairScore.score + 0.5);
  return photo.timesRated > 0 ? averageOf(photo) : null;
}

/** How far the truth may lie from the number on a photo's chip. */
export function shownRange(photo: {
  fairScore: FairScore | null;
  originalRange: readonly [number, number];
}): readonly [number, number] {
  if (!photo.fairScore) return photo.originalRange;
  const { low, high } = wholeInterval(photo.fairScore);
  return [low, high];
}

/** The fair score before the newest assessment: null where there was none, undefined while an earlier one is being asked for. */
export function previousOf(
  photo: { timesRated: number; testTimesRated: number },
  asked: { previousFairScore: FairScore | null } | undefined,
): FairScore | null | undefined {
  if (asked) return asked.previousFairScore;
  return photo.timesRated > photo.testTimesRated ? undefined : null;
}
