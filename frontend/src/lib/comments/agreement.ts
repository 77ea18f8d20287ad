import type { Catalogue, CommentAgreement } from '@candid/contracts';
import { findPhrase } from './comments';

export interface AgreedComment {
  readonly key: string;
  /** In the catalogue's own words: the phrase, and for a scale the end that these raters chose. */
  readonly words: string;
  readonly raters: number;
  readonly of: number;
  readonly praise: boolean;
}

/** One voice is no agreement. */
const ratersMin = 2;

/** What at least two raters said alike, most voices first; phrases that the catalogue has dropped are left out. */
export function agreedComments(
  agreement: readonly CommentAgreement[],
  catalogue: Catalogue,
  countMax: number,
): AgreedComment[] {
  return agreement
    .filter(({ raters }) => raters >= ratersMin)
    .flatMap(({ sectionId, phraseId, side, raters, of }) => {
      const phrase = findPhrase(catalogue, sectionId, phraseId);
      if (!phrase) return [];
      const end = side === 'low' ? phrase.left : phrase.right;
      const words = phrase.isScale ? `${phrase.phrase}: ${end.toLowerCase()}` : phrase.phrase;
      return [{ key: `${phraseId}-${side}`, words, raters, of, praise: side === 'high' && !phrase.doubleNeg }];
    })
    .slice(0, countMax);
}
