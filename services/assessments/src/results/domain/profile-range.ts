import { generalIndex } from '../../catalogue/domain/general-catalogue.js';
import type { Comment } from '../../photo-assessment/domain/events.js';
import {
  type ConfidenceLevel,
  confidenceLevelOf,
  confidenceRangeOf,
  type ScoreScale,
  type ScoreSums,
} from './confidence.js';

/** The mean of an assessor's sliders; a toggle has none. Null without a slider. */
export function meanSliderOf(comments: readonly Comment[]): number | null {
  const scores = comments
    .filter(([sectionId, phraseId]) => generalIndex.findPhrase(sectionId, phraseId)?.isScale)
    .map(([, , score]) => score);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/**
 * The displayed range of a photo's scores over each assessor's mean slider score; the whole scale when there is none
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
