import type { ComparedPhotos, Photo } from '@candid/contracts';
import type { CommentCatalogue } from '../../shared/comments/comments';
import { type PanelPhrase, panelPhrases } from '../../shared/comments/panel';
import { assessorsToTellApart, comparisonOf, type Verdict, verdictOf } from '../../shared/scores/comparison';

interface BestPhotos {
  /** The best one, or those that tie for it. */
  readonly photos: readonly Photo[];
  /** Null where there is no other photo. */
  readonly verdict: Verdict | null;
}

/** Which of somebody's rated photos is the best by fair score, and how sure that is. */
export function bestOf(photos: readonly Photo[], { ranking, comparisons }: ComparedPhotos): BestPhotos {
  const [first = [], second] = ranking;
  const best = photos.filter(({ _id }) => first.includes(_id));
  if (best.length > 1)
    return { photos: best, verdict: { kind: 'close', assessors: assessorsToTellApart(first, comparisons) } };
  const comparison = first[0] && second?.[0] && comparisonOf(comparisons, first[0], second[0]);
  return { photos: best, verdict: comparison ? verdictOf(comparison) : null };
}

interface Highlights {
  readonly strength: PanelPhrase | undefined;
  readonly suggestion: PanelPhrase | undefined;
}

/** The weightiest praise and the weightiest thing to try. */
export function highlightsOf(photos: readonly Photo[], catalogue: CommentCatalogue): Highlights {
  const phrases = panelPhrases(
    photos.flatMap(({ comments }) => comments),
    catalogue,
  );
  return {
    strength: phrases.find(({ reading }) => reading.tone === 'praise'),
    suggestion: phrases.find(({ reading }) => reading.tone === 'toTry'),
  };
}

const storedKey = (userId: string): string => `firstResultsSeen:${userId}`;

/** Whether this browser has shown the first results of an account, or its person has skipped them. */
export function hasSeenFirstResults(userId: string): boolean {
  try {
    return localStorage.getItem(storedKey(userId)) !== null;
  } catch {
    return false;
  }
}

export function storeFirstResultsSeen(userId: string): void {
  try {
    localStorage.setItem(storedKey(userId), 'true');
  } catch {
    // The browser denies storage: the first results are offered again on the next visit.
  }
}
