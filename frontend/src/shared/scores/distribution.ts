import { scoreMax, scoreMin } from './scores';

export interface ScoreCount {
  readonly score: number;
  readonly count: number;
}

/** How often each score of the scale was given, the lowest score first; scores that nobody gave stand with 0. */
export function distributionOf(scores: readonly number[]): ScoreCount[] {
  return Array.from({ length: scoreMax - scoreMin + 1 }, (_, index) => {
    const score = scoreMin + index;
    return { score, count: scores.filter((given) => given === score).length };
  });
}

/** How often the most frequent score was given: pictures that are to be compared share it. */
export function tallestOf(scores: readonly number[]): number {
  return Math.max(0, ...distributionOf(scores).map(({ count }) => count));
}

export function meanOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
