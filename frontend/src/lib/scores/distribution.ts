import { scoreMax, scoreMin } from './scores';

export interface ScoreCount {
  readonly score: number;
  readonly count: number;
}

/** How often each score of the scale was given, the lowest score first; scores that nobody gave stand with 0. */
export function distributionOf(votes: readonly number[]): ScoreCount[] {
  return Array.from({ length: scoreMax - scoreMin + 1 }, (_, index) => {
    const score = scoreMin + index;
    return { score, count: votes.filter((vote) => vote === score).length };
  });
}

/** How often the most frequent score was given: pictures that are to be compared share it. */
export function tallestOf(votes: readonly number[]): number {
  return Math.max(0, ...distributionOf(votes).map(({ count }) => count));
}

export function meanOf(votes: readonly number[]): number | null {
  return votes.length === 0 ? null : votes.reduce((sum, vote) => sum + vote, 0) / votes.length;
}
