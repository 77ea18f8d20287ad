import type { CataloguePhrase, CommentTriple } from '@candid/contracts';

/** An assessor's comments for one photo, in the order of picking. */
export type Picks = readonly CommentTriple[];

export function pickOf(picks: Picks, phraseId: number): CommentTriple | undefined {
  return picks.find(([, id]) => id === phraseId);
}

/** True if the phrase may be picked or changed now. A pick needs a free place; a child phrase needs a picked parent. */
export function mayPick(picks: Picks, phrase: CataloguePhrase, picksMax: number): boolean {
  if (pickOf(picks, phrase.phraseId)) return true;
  if (picks.length >= picksMax) return false;
  return phrase.parentPhraseId === null || pickOf(picks, phrase.parentPhraseId) !== undefined;
}

export function pick(picks: Picks, sectionId: number, phrase: CataloguePhrase, score: number, picksMax: number): Picks {
  if (!mayPick(picks, phrase, picksMax)) return picks;
  const chosen: CommentTriple = [sectionId, phrase.phraseId, score];
  return pickOf(picks, phrase.phraseId)
    ? picks.map((triple) => (triple[1] === phrase.phraseId ? chosen : triple))
    : [...picks, chosen];
}

export function unpick(picks: Picks, phraseId: number, phrases: readonly CataloguePhrase[]): Picks {
  const children = phrases.filter((phrase) => phrase.parentPhraseId === phraseId);
  const rest = picks.filter(([, id]) => id !== phraseId);
  return children.reduce<Picks>((left, child) => unpick(left, child.phraseId, phrases), rest);
}
