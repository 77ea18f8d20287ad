import { generalIndex } from '../../catalogue/domain/general-catalogue.js';
import type { Comment } from '../../photo-assessment/domain/events.js';
import {
  type ConfidenceLevel,
  confidenceLevelOf,
  confidenceRangeOf,
  type ScoreScale,
  type ScoreSums,
} from './confidence.js';

/** Mean score of an assessor's slider comments, without toggles; null if there is no slider comment. */
export function meanSliderOf(comments: readonly Comment[]): number | null {
  const scores = comments
    .filter(([sectionId, phraseId]) => generalIndex.findPhrase(sectionId, phraseId)?.isScale)
    .map(([, , score]) => score);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/**
 * The confidence range of photos, applied to each assessor's mean slider score. It is the whole scale if there is none
 * (decisions, 4.9).
 */
export function profileRangeOf(
  submissions: readonly (readonly Comment[])[],
  scale: ScoreScale,
): { confidenceRange: [low: number, high: number]; level: ConfidenceLevel } {
  const means = submissions.map(meanSliderOf).filter((mean) => mean !== null);
  const sums: ScoreSums = {
    timesRated: means.length,
    totalScore: means.reduce((sum, mean) => sum + mean, 0),
    sumOfSquares: means.reduce((sum, mean) => sum + mean ** 2, 0),
  };
  return { confidenceRange: confidenceRangeOf(sums, scale), level: confidenceLevelOf(sums) };
}
