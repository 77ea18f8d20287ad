import { scoreMax, scoreMin } from './scores';

export interface ScoreCount {
  readonly score: number;
  readonly count: number;
}

export function distributionOf(scores: readonly number[]): ScoreCount[] {
  return Array.from({ length: scoreMax - scoreMin + 1 }, (_, index) => {
    const score = scoreMin + index;
    return { score, count: scores.filter((given) => given === score).length };
  });
}

export function tallestOf(scores: readonly number[]): number {
  return Math.max(0, ...distributionOf(scores).map(({ count }) => count));
}

export function meanOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
