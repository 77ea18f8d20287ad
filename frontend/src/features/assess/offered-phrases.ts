import { type AssessedPhoto, type Catalogue, type CataloguePhrase, commentScoreRange } from '@candid/contracts';

interface OfferedPhrase {
  readonly phrase: CataloguePhrase;
  /** Lowest and highest score of the phrase, both inclusive. */
  readonly range: readonly [number, number];
}

export interface OfferedSection {
  readonly id: number;
  readonly section: string;
  readonly quality: readonly OfferedPhrase[];
}

/** Returns the phrases that the owner has chosen, or all. Leaves out criticism if the owner wants only praise. */
export function offeredSections(
  catalogue: Catalogue,
  photo: Pick<AssessedPhoto, 'commentsSelected' | 'commentsNegative'>,
): OfferedSection[] {
  const chosen = new Set(photo.commentsSelected.map(([, phraseId]) => phraseId));
  const rangeOf = (phrase: CataloguePhrase) =>
    chosen.size > 0 && !chosen.has(phrase.phraseId)
      ? undefined
      : commentScoreRange(phrase, { positiveOnly: !photo.commentsNegative });
  const offered = new Set(
    catalogue.flatMap(({ quality }) => quality.filter((phrase) => rangeOf(phrase)).map(({ phraseId }) => phraseId)),
  );
  return catalogue
    .map(({ id, section, quality }) => ({
      id,
      section,
      quality: quality.flatMap((phrase) => {
        const range = rangeOf(phrase);
        const orphan = phrase.parentPhraseId !== null && !offered.has(phrase.parentPhraseId);
        return range && !orphan ? [{ phrase, range }] : [];
      }),
    }))
    .filter(({ quality }) => quality.length > 0);
}

export function phrasesOf(sections: readonly OfferedSection[]): CataloguePhrase[] {
  return sections.flatMap(({ quality }) => quality.map(({ phrase }) => phrase));
}
