import type { CataloguePhrase, CommentTriple } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { countBySection, nearestToMiddle, panelOrder, rankComments, readComment } from './comments';

const phrase: CataloguePhrase = {
  phraseId: 1,
  phrase: 'Light',
  left: 'Dim',
  right: 'Bright',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: 'The light is dim.',
  goodText: 'The light is good.',
  parentPhraseId: null,
};

describe('reading a comment', () => {
  it('shows the left label and the bad text below 10', () => {
    expect(readComment(phrase, 9)).toEqual({ text: 'The light is dim.', label: 'Dim', score: 9, praise: false });
  });

  it('shows the right label and the good text from 10 on', () => {
    expect(readComment(phrase, 10)).toEqual({ text: 'The light is good.', label: 'Bright', score: 10, praise: true });
  });

  it('shows 20 minus a low score where both ends are wrong', () => {
    expect(readComment({ ...phrase, doubleNeg: true }, 4)).toMatchObject({ label: 'Dim', score: 16, praise: false });
  });

  it('names a toggle by its phrase', () => {
    expect(readComment({ ...phrase, isScale: false, isHalf: 'left' }, 1).label).toBe('Light');
  });
});

describe('ordering comments', () => {
  const comments: CommentTriple[] = [
    [1, 1, 12],
    [1, 1, 12],
    [1, 1, 12],
    [2, 8, 19],
    [3, 11, 10],
  ];

  it('weighs the panel by number times distance from 10', () => {
    expect(panelOrder(comments).map((group) => group.phraseId)).toEqual([8, 1, 11]);
  });

  it('keeps to one section where one is asked for', () => {
    expect(panelOrder(comments, 1)).toEqual([{ sectionId: 1, phraseId: 1, scores: [12, 12, 12], average: 12 }]);
  });

  it('ranks a clear comment before a frequent lukewarm one', () => {
    expect(rankComments(comments)[0]).toMatchObject({ phraseId: 8 });
  });

  it('ranks the more frequent of two equally clear ones first', () => {
    const tie: CommentTriple[] = [
      [1, 1, 20],
      [1, 2, 20],
      [1, 2, 20],
    ];
    expect(rankComments(tie)[0]).toMatchObject({ phraseId: 2 });
  });

  it('lists the three nearest to the middle', () => {
    expect(
      nearestToMiddle([
        [1, 1, 20],
        [1, 2, 11],
        [1, 3, 8],
        [1, 4, 2],
      ]).map(([, phraseId]) => phraseId),
    ).toEqual([2, 3, 4]);
  });

  it('counts by section', () => {
    expect([...countBySection(comments)]).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
    ]);
  });
});
