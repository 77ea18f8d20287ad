import { readFileSync } from 'node:fs';
import { Catalogue, commentScoreRange, type CataloguePhrase as Phrase } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { generalCatalogue } from './general-catalogue.js';
import { allChoices, findPhrase, photoCatalogue } from './photo-catalogue.js';

const phrasesOf = (catalogue: typeof photoCatalogue): Phrase[] => catalogue.flatMap(({ quality }) => [...quality]);
const every: Phrase[] = [...phrasesOf(photoCatalogue), ...phrasesOf(generalCatalogue)];

function meaningsOf(catalogue: typeof photoCatalogue) {
  const phrases = phrasesOf(catalogue);
  const idsOf = (matches: (phrase: Phrase) => boolean): number[] =>
    phrases.filter(matches).map(({ phraseId }) => phraseId);
  const halves = (isScale: boolean) => ({
    left: idsOf((phrase) => phrase.isScale === isScale && phrase.isHalf === 'left'),
    right: idsOf((phrase) => phrase.isScale === isScale && phrase.isHalf === 'right'),
  });
  const children = phrases.filter(({ parentPhraseId }) => parentPhraseId !== null);
  return {
    bothSidesCriticise: idsOf(({ doubleNeg }) => doubleNeg),
    scalesOf: halves(true),
    togglesOf: halves(false),
    parents: Object.fromEntries(children.map(({ phraseId, parentPhraseId }) => [phraseId, parentPhraseId])),
  };
}

describe('the photo catalogue', () => {
  it('has the seven sections with exactly their phrase ids, for good', () => {
    const sections = photoCatalogue.map(({ id, section, quality }) => [
      id,
      section,
      quality.map((phrase) => phrase.phraseId),
    ]);
    const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(sections).toEqual([
      [1, 'Face', ids(1, 7)],
      [2, 'Body', ids(8, 10)],
      [3, 'Hair', ids(11, 13)],
      [4, 'Vibe', ids(14, 27)],
      [5, 'Outfit', ids(28, 39)],
      [6, 'Background', ids(40, 43)],
      [7, 'Photography', ids(44, 49)],
    ]);
    expect(allChoices).toHaveLength(49);
  });

  it('keeps which side of each phrase can be chosen, and what that side means, for good', () => {
    expect(meaningsOf(photoCatalogue)).toEqual({
      bothSidesCriticise: [4, 6, 9, 16, 29, 31, 35, 44, 47],
      scalesOf: { left: [25, 42, 48], right: [20, 21, 22, 23] },
      togglesOf: { left: [7, 13, 38, 49], right: [19, 27, 37] },
      parents: { 7: 3, 19: 18, 37: 36 },
    });
  });

  it('finds a phrase only in its own section', () => {
    expect(findPhrase(7, 44)?.phrase).toBe('Light');
    expect(findPhrase(1, 44)).toBeUndefined();
    expect(findPhrase(1, 999)).toBeUndefined();
  });

  it('can praise in every section', () => {
    for (const { quality } of photoCatalogue) {
      expect(quality.some((phrase) => commentScoreRange(phrase, { positiveOnly: true }))).toBe(true);
    }
  });
});

describe('the catalogue of profiles', () => {
  it('has its five sections with exactly their phrase ids, for good', () => {
    expect(generalCatalogue.map(({ id, quality }) => [id, quality.map((phrase) => phrase.phraseId)])).toEqual([
      [51, [101, 102, 103, 104]],
      [52, [105, 106, 107, 108, 109]],
      [53, [110, 111, 112, 113]],
      [54, [114, 115, 116, 117]],
      [55, [118, 119, 120]],
    ]);
  });

  it('keeps which side of each phrase can be chosen, and what that side means, for good', () => {
    expect(meaningsOf(generalCatalogue)).toEqual({
      bothSidesCriticise: [108, 119],
      scalesOf: { left: [116], right: [] },
      togglesOf: { left: [109, 120], right: [104, 113] },
      parents: { 113: 110, 120: 118 },
    });
  });
});

describe('both catalogues', () => {
  it('are what the contract says', () => {
    expect(Catalogue.parse(photoCatalogue)).toHaveLength(7);
    expect(Catalogue.parse(generalCatalogue)).toHaveLength(5);
  });

  it('never share a phrase id', () => {
    expect(new Set(every.map((phrase) => phrase.phraseId)).size).toBe(every.length);
  });

  it('say every text, end in a full stop and stay short', () => {
    for (const { left, right, badText, goodText, phrase } of every) {
      for (const label of [phrase, left, right]) expect(label).toMatch(/^.{3,40}$/);
      for (const text of [badText, goodText]) expect(text).toMatch(/^[A-Z].{15,130}\.$/);
    }
  });

  it('have German words in the app for every section and phrase, and for no other', () => {
    const german = JSON.parse(readFileSync('frontend/texts/de/phrases.json', 'utf8')) as {
      sections: Record<string, string>;
      phrases: Record<string, Record<string, string>>;
    };
    const sections = [...photoCatalogue, ...generalCatalogue].map(({ id }) => String(id));
    expect(Object.keys(german.sections)).toEqual(sections);
    const ofScale = ['phrase', 'left', 'right', 'badText', 'goodText'];
    const partsOf = ({ phraseId, isScale }: Phrase) => [String(phraseId), isScale ? ofScale : ['phrase', 'text']];
    const parts = Object.entries(german.phrases).map(([id, words]) => [id, Object.keys(words)]);
    expect(parts).toEqual(every.map(partsOf));
    const texts = Object.values(german.phrases).flatMap((words) => Object.values(words));
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('give every toggle a side, and no toggle or half a wrong middle', () => {
    for (const { isScale, isHalf, doubleNeg } of every) {
      if (!isScale) expect(isHalf).not.toBeNull();
      if (doubleNeg) expect({ isScale, isHalf }).toEqual({ isScale: true, isHalf: null });
    }
  });

  it('hang children on scales of the same section', () => {
    for (const { quality } of [...photoCatalogue, ...generalCatalogue]) {
      for (const { parentPhraseId } of quality) {
        if (parentPhraseId === null) continue;
        expect(quality.find((phrase) => phrase.phraseId === parentPhraseId)).toMatchObject({
          isScale: true,
          parentPhraseId: null,
        });
      }
    }
  });
});
