import type { Catalogue, Phrase } from './phrase.js';

export interface CatalogueIndex {
  /** Undefined where the catalogue has no such phrase in that section. */
  findPhrase(sectionId: number, phraseId: number): Phrase | undefined;
  /** Every `[sectionId, phraseId]`, in catalogue order. */
  readonly allChoices: readonly (readonly [sectionId: number, phraseId: number])[];
}

export function indexOf(catalogue: Catalogue): CatalogueIndex {
  const phrases: ReadonlyMap<number, { sectionId: number; phrase: Phrase }> = new Map(
    catalogue.flatMap(({ id, quality }) => quality.map((phrase) => [phrase.phraseId, { sectionId: id, phrase }])),
  );
  return {
    findPhrase: (sectionId, phraseId) => {
      const found = phrases.get(phraseId);
      return found?.sectionId === sectionId ? found.phrase : undefined;
    },
    allChoices: catalogue.flatMap(({ id, quality }) => quality.map((phrase) => [id, phrase.phraseId] as const)),
  };
}
