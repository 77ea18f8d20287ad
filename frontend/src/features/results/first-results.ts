import type { Catalogue, ComparedPhotos, Photo } from '@candid/contracts';
import { remembered } from '../../lib/storage/remembered';
import { type PanelPhrase, panelPhrases } from '../../shared/comments/comments';
import { assessorsToTellApart, comparisonOf, type Verdict, verdictOf } from '../../shared/scores/comparison';

export interface BestPhotos {
  /** The best photo, or all photos that tie for first place. */
  readonly photos: readonly Photo[];
  /** Comparison with the photo in second place; null if there is none. */
  readonly verdict: Verdict | null;
  /** The photo in second place that the verdict compares; null if there is none, or several tie for first place. */
  readonly next: Photo | null;
}

export function bestOf(photos: readonly Photo[], { ranking, comparisons }: ComparedPhotos): BestPhotos {
  const [first = [], second] = ranking;
  const best = photos.filter(({ _id }) => first.includes(_id));
  if (best.length > 1)
    return {
      photos: best,
      verdict: { kind: 'close', assessors: assessorsToTellApart(first, comparisons) },
      next: null,
    };
  const comparison = first[0] && second?.[0] && comparisonOf(comparisons, first[0], second[0]);
  const next = photos.find(({ _id }) => _id === second?.[0]) ?? null;
  return { photos: best, verdict: comparison ? verdictOf(comparison) : null, next };
}

export interface HighlightedPhrase extends PanelPhrase {
  /** Indexes of the photos whose own comments on the phrase have the same tone. */
  readonly on: readonly number[];
}

/** A strength or suggestion is null if no comment contains one. */
export function highlightsOf(photos: readonly Photo[], catalogue: Catalogue) {
  const all = panelPhrases(
    photos.flatMap((photo) => photo.comments),
    catalogue,
  );
  const ofEach = photos.map((photo) => panelPhrases(photo.comments, catalogue));
  const first = (tone: PanelPhrase['reading']['tone']): HighlightedPhrase | null => {
    const found = all.find(({ reading }) => reading.tone === tone);
    if (!found) return null;
    const isSame = (said: PanelPhrase) => said.phraseId === found.phraseId && said.reading.tone === tone;
    return { ...found, on: ofEach.flatMap((phrases, index) => (phrases.some(isSame) ? [index] : [])) };
  };
  return { strength: first('praise'), suggestion: first('toTry') };
}

/** True once the owner has seen the first results in this browser. */
export const firstResultsSeen = remembered<true>('firstResultsSeen');
