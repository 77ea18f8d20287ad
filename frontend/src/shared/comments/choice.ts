import type { Catalogue, CommentChoice } from '@candid/contracts';

/** Ids of the phrases that an owner lets assessors use. An id is unique in the whole catalogue. */
export type Choice = ReadonlySet<number>;

export function everyPhrase(catalogue: Catalogue): Choice {
  return new Set(catalogue.flatMap(({ quality }) => quality.map(({ phraseId }) => phraseId)));
}

function phrasesOf(catalogue: Catalogue, sectionId: number): number[] {
  return catalogue.find(({ id }) => id === sectionId)?.quality.map(({ phraseId }) => phraseId) ?? [];
}

export function chosenIn(catalogue: Catalogue, choice: Choice, sectionId: number): number[] {
  return phrasesOf(catalogue, sectionId).filter((phraseId) => choice.has(phraseId));
}

/** Switches one phrase on or off. The last phrase of a section stays on, so that the section is not empty. */
export function togglePhrase(catalogue: Catalogue, choice: Choice, sectionId: number, phraseId: number): Choice {
  const next = new Set(choice);
  if (!next.has(phraseId)) return next.add(phraseId);
  if (chosenIn(catalogue, choice, sectionId).length === 1) return choice;
  next.delete(phraseId);
  return next;
}

/** Switches a whole section on or off; the last active section stays on. */
export function toggleSection(catalogue: Catalogue, choice: Choice, sectionId: number): Choice {
  const active = chosenIn(catalogue, choice, sectionId);
  if (active.length === 0) return new Set([...choice, ...phrasesOf(catalogue, sectionId)]);
  if (active.length === choice.size) return choice;
  return new Set([...choice].filter((phraseId) => !active.includes(phraseId)));
}

export function toCommentsSelected(catalogue: Catalogue, choice: Choice): CommentChoice[] {
  return catalogue.flatMap(({ id, quality }) =>
    quality.filter(({ phraseId }) => choice.has(phraseId)).map(({ phraseId }): CommentChoice => [id, phraseId]),
  );
}
