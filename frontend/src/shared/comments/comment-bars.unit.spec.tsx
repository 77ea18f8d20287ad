import type { Catalogue, CommentAgreement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { phraseAgreement } from './comment-bars';

const phrase = (phraseId: number) => ({
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
});
const catalogue: Catalogue = [{ id: 1, section: 'Background', quality: [phrase(1), phrase(2), phrase(3)] }];
const said = (phraseId: number, assessors: number, side: 'low' | 'high'): CommentAgreement => ({
  sectionId: 1,
  phraseId,
  side,
  raters: assessors,
  of: 6,
});

describe('the agreement of several assessors', () => {
  it('counts both ends of a phrase beside each other', () => {
    expect(phraseAgreement([said(1, 4, 'low'), said(1, 2, 'high')], catalogue)).toMatchObject([
      { phrase: 'Phrase 1', left: 'Cluttered', right: 'Clean', low: 4, high: 2, of: 6 },
    ]);
  });

  it('has nobody at an end that nobody chose', () => {
    expect(phraseAgreement([said(2, 3, 'high')], catalogue)).toMatchObject([{ low: 0, high: 3 }]);
  });

  it('shows that two disagree, and leaves out what one assessor said', () => {
    const phrases = phraseAgreement([said(1, 1, 'low'), said(2, 1, 'low'), said(2, 1, 'high')], catalogue);
    expect(phrases.map(({ phraseId }) => phraseId)).toEqual([2]);
  });

  it('leaves out phrases that are gone', () => {
    expect(phraseAgreement([said(99, 5, 'low')], catalogue)).toEqual([]);
  });

  it('puts what most spoke of first, whichever end they chose', () => {
    const phrases = phraseAgreement(
      [said(1, 3, 'high'), said(2, 2, 'high'), said(2, 2, 'low'), said(3, 2, 'low')],
      catalogue,
    );
    expect(phrases.map(({ phraseId }) => phraseId)).toEqual([2, 1, 3]);
  });
});
