import type { Catalogue } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { everyPhrase, toCommentsSelected, togglePhrase, toggleSection } from './choice';

const quality = (phraseId: number) => ({
  phraseId,
  phrase: '',
  left: '',
  right: '',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
});
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [quality(1), quality(2)] },
  { id: 2, section: 'Body', quality: [quality(8)] },
];

describe('choosing comments', () => {
  it('starts with every phrase', () => {
    expect([...everyPhrase(catalogue)]).toEqual([1, 2, 8]);
  });

  it('leaves one phrase of a section out', () => {
    expect([...togglePhrase(catalogue, new Set([1, 2, 8]), 1, 2)]).toEqual([1, 8]);
  });

  it('keeps the last phrase of a section', () => {
    expect([...togglePhrase(catalogue, new Set([1, 8]), 1, 1)]).toEqual([1, 8]);
  });

  it('leaves a whole section out and takes it back', () => {
    const without = toggleSection(catalogue, new Set([1, 2, 8]), 1);
    expect([...without]).toEqual([8]);
    expect([...toggleSection(catalogue, without, 1)]).toEqual([8, 1, 2]);
  });

  it('keeps the last active section', () => {
    expect([...toggleSection(catalogue, new Set([8]), 2)]).toEqual([8]);
  });

  it('speaks the wire format in catalogue order', () => {
    expect(toCommentsSelected(catalogue, new Set([8, 1]))).toEqual([
      [1, 1],
      [2, 8],
    ]);
  });
});
