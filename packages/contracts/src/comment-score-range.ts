import type { CataloguePhrase } from './catalogue.js';

/**
 * Returns the lowest and the highest score that a comment may have. If `positiveOnly`, returns the range of praise, or
 * undefined if the phrase cannot praise.
 */
export function commentScoreRange(
  phrase: CataloguePhrase,
  { positiveOnly = false } = {},
): [number, number] | undefined {
  if (positiveOnly && (phrase.isHalf === 'left' || phrase.doubleNeg)) return undefined;
  if (!phrase.isScale) return phrase.isHalf === 'left' ? [1, 1] : [20, 20];
  if (positiveOnly || phrase.isHalf === 'right') return [11, 20];
  if (phrase.isHalf === 'left') return [1, 10];
  return phrase.doubleNeg ? [1, 19] : [1, 20];
}
