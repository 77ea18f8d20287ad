import type { CataloguePhrase, CommentTriple } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { countBySection, nearestToMiddle, panelOrder, rankComments, readComment, readGroup } from './comments';

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
    expect(readComment(phrase, 8)).toEqual({ text: 'The light is dim.', label: 'Dim', score: 8, tone: 'toTry' });
  });

  it('shows the right label and the good text from 10 on', () => {
    expect(readComment(phrase, 13)).toEqual({
      ...{ text: 'The light is good.', label: 'Bright', score: 13, tone: 'praise' },
    });
  });

  it('shows both labels and no text for a score that counts for neither end', () => {
    expect([9, 12].map((score) => readComment(phrase, score))).toEqual(
      [9, 12].map((score) => ({ text: '', label: 'Dim / Bright', score, tone: 'neither' })),
    );
  });

  it('shows 20 minus a low score where both ends are wrong', () => {
    expect(readComment({ ...phrase, doubleNeg: true }, 4)).toMatchObject({ label: 'Dim', score: 16, tone: 'toTry' });
  });

  it('takes 9 to 12 for neither praise nor blame, except a toggle', () => {
    const tones = [8, 9, 12, 13].map((score) => readComment(phrase, score).tone);
    expect(tones).toEqual(['toTry', 'neither', 'neither', 'praise']);
    expect(readComment({ ...phrase, isScale: false }, 20).tone).toBe('praise');
  });

  it('names a toggle by its phrase', () => {
    expect(readComment({ ...phrase, isScale: false, isHalf: 'left' }, 1).label).toBe('Light');
  });
});

describe('reading what several said', () => {
  const read = (...scores: number[]) => {
    const [group] = panelOrder(scores.map((score): CommentTriple => [1, 1, score]));
    const { reading, times, of, opinionsDiffer } = readGroup(phrase, group!);
    return [reading.label, reading.tone, times, of, opinionsDiffer];
  };

  it('counts the end that is shown, and praises nothing where one says each end', () => {
    expect(read(20, 1)).toEqual(['Dim / Bright', 'neither', 2, 2, false]);
    expect(read(18, 11)).toEqual(['Bright', 'praise', 1, 2, false]);
    expect(read(9, 12)).toEqual(['Dim / Bright', 'neither', 2, 2, false]);
    expect(read(20, 18, 1)).toEqual(['Bright', 'praise', 2, 3, false]);
    expect(read(2, 1, 20)).toEqual(['Dim', 'toTry', 2, 3, false]);
  });

  it('says that opinions differ from two at each end on, whatever the average is', () => {
    expect(read(20, 20, 20, 20, 1, 1)).toEqual(['Dim / Bright', 'neither', 6, 6, true]);
    expect(read(20, 20, 9, 12)).toEqual(['Bright', 'praise', 2, 4, false]);
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
