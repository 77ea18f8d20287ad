import type { Phrase } from './phrase.js';

/** The lowest and the highest legal score, both inclusive. */
export type CommentScoreRange = readonly [low: number, high: number];

/** The product's slider ranges: 1–20, halves 1–10 and 11–20, 1–19 where both ends are wrong; a toggle has one score. */
export function scoreRangeOf(phrase: Phrase): CommentScoreRange {
  if (!phrase.isScale) return phrase.isHalf === 'left' ? [1, 1] : [20, 20];
  if (phrase.isHalf === 'left') return [1, 10];
  if (phrase.isHalf === 'right') return [11, 20];
  return phrase.doubleNeg ? [1, 19] : [1, 20];
}

/** What is left of a phrase where only positive comments are wanted: its upper half; none for a pure criticism. */
export function positiveScoreRangeOf(phrase: Phrase): CommentScoreRange | undefined {
  if (phrase.isHalf === 'left' || phrase.doubleNeg) return undefined;
  return phrase.isScale ? [11, 20] : [20, 20];
}
