import type { Catalogue, CataloguePhrase } from '@candid/contracts';
import texts from '../../../texts/de/phrases.json' with { type: 'json' };

/** A phrase that is no scale has one text, `text`. */
type OwnPhrase = Partial<Pick<CataloguePhrase, 'phrase' | 'left' | 'right' | 'badText' | 'goodText'>> & {
  text?: string;
};

const sections: Readonly<Record<string, string>> = texts.sections;
const phrases: Readonly<Record<string, OwnPhrase>> = texts.phrases;

/** Translates the comment catalogue by its ids. Keeps the English of ids that the translation does not have. */
export const withOwnPhrases = (catalogue: Catalogue): Catalogue =>
  catalogue.map(({ id, section, quality }) => ({
    id,
    section: sections[id] ?? section,
    quality: quality.map((phrase) => ({ ...phrase, ...wordsOf(phrase) })),
  }));

function wordsOf({ phraseId }: CataloguePhrase): Partial<CataloguePhrase> {
  const { text, ...words } = phrases[phraseId] ?? {};
  if (text === undefined) return words;
  return { phrase: words.phrase, left: words.phrase, right: words.phrase, badText: text, goodText: text };
}
