import type { Catalogue, ComparedPhotos, Photo } from '@candid/contracts';
import { remembered } from '../../lib/storage/remembered';
import { type PanelPhrase, panelPhrases } from '../../shared/comments/comments';
import { assessorsToTellApart, comparisonOf, type Verdict, verdictOf } from '../../shared/scores/comparison';

export interface BestPhotos {
  /** The best photo, or all photos that tie for first place. */
  readonly photos: readonly Photo[];
  /** Comparison with the photo in second place; null if there is none. */
  readonly verdict: Verdict | null;
}

export function bestOf(photos: readonly Photo[], { ranking, comparisons }: ComparedPhotos): BestPhotos {
  const [first = [], second] = ranking;
  const best = photos.filter(({ _id }) => first.includes(_id));
  if (best.length > 1)
    return { photos: best, verdict: { kind: 'close', assessors: assessorsToTellApart(first, comparisons) } };
  const comparison = first[0] && second?.[0] && comparisonOf(comparisons, first[0], second[0]);
  return { photos: best, verdict: comparison ? verdictOf(comparison) : null };
}

/** A strength or suggestion is null if no comment contains one. */
export function highlightsOf(photos: readonly Photo[], catalogue: Catalogue) {
  const comments = photos.flatMap((photo) => photo.comments);
  const phrases = panelPhrases(comments, catalogue);
  const first = (tone: PanelPhrase['reading']['tone']) => phrases.find(({ reading }) => reading.tone === tone) ?? null;
  return { strength: first('praise'), suggestion: first('toTry') };
}

/** True once the owner has seen the first results in this browser. */
export const firstResultsSeen = remembered<true>('firstResultsSeen');
