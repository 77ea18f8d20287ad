import type { CommentAgreement } from '@candid/contracts';
import { type CommentCatalogue, findPhrase } from './comments';

export interface PhraseAgreement {
  readonly phraseId: number;
  readonly phrase: string;
  readonly left: string;
  readonly right: string;
  readonly isScale: boolean;
  /** True if neither end is good. */
  readonly doubleNeg: boolean;
  readonly low: number;
  readonly high: number;
  /** Number of assessors who rated. */
  readonly of: number;
}

/** One assessor alone is no agreement. */
const assessorsMin = 2;

/**
 * Returns phrases with comments of at least two assessors, the most frequent first. Leaves out phrases that the catalogue no
 * longer contains.
 */
export function phraseAgreement(
  agreement: readonly CommentAgreement[],
  catalogue: CommentCatalogue,
): PhraseAgreement[] {
  const groups = Map.groupBy(agreement, ({ phraseId }) => phraseId);
  return [...groups]
    .flatMap(([phraseId, sides]) => {
      const [first] = sides;
      const phrase = first && findPhrase(catalogue, first.sectionId, phraseId);
      if (!phrase) return [];
      const assessorsOf = (end: 'low' | 'high') => sides.find(({ side }) => side === end)?.raters ?? 0;
      const { left, right, isScale, doubleNeg } = phrase;
      const [low, high] = [assessorsOf('low'), assessorsOf('high')];
      return [{ phraseId, phrase: phrase.phrase, left, right, isScale, doubleNeg, low, high, of: first.of }];
    })
    .filter(({ low, high }) => low + high >= assessorsMin)
    .sort((one, other) => other.low + other.high - (one.low + one.high));
}
