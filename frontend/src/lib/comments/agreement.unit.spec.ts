import type { Catalogue, CommentAgreement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreedComments } from './agreement';

const phrase = (phraseId: number, more: object = {}) => ({
  phraseId,
  phrase: `Phrase ${phraseId}`,
  left: 'Cluttered',
  right: 'Clean',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
  ...more,
});
const catalogue: Catalogue = [
  { id: 1, section: 'Background', quality: [phrase(1), phrase(2, { isScale: false }), phrase(3, { doubleNeg: true })] },
];
const said = (phraseId: number, raters: number, side: 'low' | 'high'): CommentAgreement => ({
  sectionId: 1,
  phraseId,
  side,
  raters,
  of: 6,
});

describe('what several raters say', () => {
  it('names the phrase and the end of its scale that they chose', () => {
    const [low, high] = agreedComments([said(1, 4, 'low'), said(1, 2, 'high')], catalogue, 9);
    expect([low?.words, high?.words]).toEqual(['Phrase 1: cluttered', 'Phrase 1: clean']);
  });

  it('names a toggle by itself', () => {
    expect(agreedComments([said(2, 3, 'high')], catalogue, 9)[0]?.words).toBe('Phrase 2');
  });

  it('leaves out what one rater said, and phrases that are gone', () => {
    expect(agreedComments([said(1, 1, 'low'), said(99, 5, 'low')], catalogue, 9)).toEqual([]);
  });

  it('praises at the high end only where that end is a good one', () => {
    const all = agreedComments([said(1, 4, 'high'), said(1, 3, 'low'), said(3, 2, 'high')], catalogue, 9);
    expect(all.map(({ praise }) => praise)).toEqual([true, false, false]);
  });

  it('shows no more than asked for', () => {
    expect(agreedComments([said(1, 4, 'high'), said(2, 3, 'high')], catalogue, 1)).toHaveLength(1);
  });
});
