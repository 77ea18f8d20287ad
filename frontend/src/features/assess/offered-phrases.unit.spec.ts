import type { Catalogue, CataloguePhrase } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { offeredSections } from './offered-phrases';

const phrase = (phraseId: number, change: Partial<CataloguePhrase> = {}): CataloguePhrase => ({
  phraseId,
  phrase: `Phrase ${phraseId}`,
  left: '',
  right: '',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
  ...change,
});
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase(3), phrase(7, { isScale: false, isHalf: 'left', parentPhraseId: 3 })] },
  { id: 2, section: 'Body', quality: [phrase(8, { doubleNeg: true })] },
];
const idsOf = (sections: ReturnType<typeof offeredSections>) =>
  sections.flatMap(({ quality }) => quality.map((offered) => offered.phrase.phraseId));

describe('offered comments', () => {
  it('are the whole catalogue where the owner has not chosen', () => {
    expect(idsOf(offeredSections(catalogue, { commentsSelected: [], commentsNegative: true }))).toEqual([3, 7, 8]);
  });

  it('are the chosen phrases, and sections without one are left out', () => {
    const sections = offeredSections(catalogue, { commentsSelected: [[1, 3]], commentsNegative: true });
    expect(sections.map(({ section }) => section)).toEqual(['Face']);
    expect(sections[0]?.quality[0]?.range).toEqual([1, 20]);
  });

  it('leave out a child whose parent is not offered', () => {
    expect(
      idsOf(
        offeredSections(catalogue, {
          commentsSelected: [
            [1, 7],
            [2, 8],
          ],
          commentsNegative: true,
        }),
      ),
    ).toEqual([8]);
  });

  it('are praise only where the owner wants that', () => {
    const sections = offeredSections(catalogue, { commentsSelected: [], commentsNegative: false });
    expect(idsOf(sections)).toEqual([3]);
    expect(sections[0]?.quality[0]?.range).toEqual([11, 20]);
  });
});
