import { background } from './background.js';
import { body } from './body.js';
import { face } from './face.js';
import { hair } from './hair.js';
import { outfit } from './outfit.js';
import { photography } from './photography.js';
import type { Catalogue, Phrase } from './phrase.js';
import { vibe } from './vibe.js';

/** Comments on single photos: seven sections, phrases 1–49. */
export const photoCatalogue: Catalogue = [face, body, hair, vibe, outfit, background, photography];

const phrases: ReadonlyMap<number, { sectionId: number; phrase: Phrase }> = new Map(
  photoCatalogue.flatMap(({ id, quality }) => quality.map((phrase) => [phrase.phraseId, { sectionId: id, phrase }])),
);

/** Undefined where the catalogue has no such phrase in that section. */
export function findPhrase(sectionId: number, phraseId: number): Phrase | undefined {
  const found = phrases.get(phraseId);
  return found?.sectionId === sectionId ? found.phrase : undefined;
}

/** Every `[sectionId, phraseId]`, in catalogue order. */
export const allChoices: readonly (readonly [sectionId: number, phraseId: number])[] = photoCatalogue.flatMap(
  ({ id, quality }) => quality.map((phrase) => [id, phrase.phraseId] as const),
);
