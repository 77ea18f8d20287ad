import { describe, expect, it } from '@jest/globals';
import { type Choice, type Comment, checkComments } from './catalogue.js';
import { photoIndex } from './photo-catalogue.js';

/** Phrases 1 to 3 are scales. Phrase 4 criticises at both ends. Phrase 7 is a criticism, and its parent is phrase 3. */
const everyChoice = photoIndex.allChoices.map(([sectionId, phraseId]): Choice => [sectionId, phraseId]);

function check(submitted: readonly unknown[], changed: Partial<Parameters<typeof checkComments>[1]> = {}) {
  const refusals: [part: string, message: string][] = [];
  const asked = {
    commentsSelected: everyChoice,
    commentsNegative: true,
    minComments: 0,
    commentsMax: 3,
    index: photoIndex,
    subject: 'photo' as const,
    ...changed,
  };
  return { comments: checkComments(submitted, asked, (...refusal) => refusals.push(refusal)), refusals };
}

const refusalsOf = (...parameters: Parameters<typeof check>) => check(...parameters).refusals;
const ofFirst = (message: string) => [['comments[0]', message]];

describe('comments', () => {
  it('are accepted in the order of their phrases, however they come', () => {
    const ordered: Comment[] = [
      [1, 1, 15],
      [1, 2, 16],
      [1, 3, 17],
    ];
    for (const submitted of [ordered, ordered.toReversed()])
      expect(check(submitted)).toEqual({ comments: ordered, refusals: [] });
  });

  it('are three at most', () => {
    const submitted = [1, 2, 3, 5].map((phraseId) => [1, phraseId, 12]);
    expect(refusalsOf(submitted.slice(1))).toEqual([]);
    expect(check(submitted)).toEqual({
      comments: [],
      refusals: [['comments', 'Please leave at most 3 comments on a photo.']],
    });
  });

  it('are as many as the owner asks for, or more', () => {
    const few = (minComments: number) => refusalsOf([[1, 1, 12]], { minComments });
    expect(few(1)).toEqual([]);
    expect(few(2)).toEqual([['comments', 'Please leave at least 2 comments on this photo.']]);
    expect(refusalsOf([], { minComments: 1, subject: 'profile' })).toEqual([
      ['comments', 'Please leave at least 1 comment on this profile.'],
    ]);
  });

  it('are not called too few while one of them is refused', () => {
    expect(refusalsOf([[1, 1, 21]], { minComments: 2 })).toEqual(ofFirst('This comment scores from 1 to 20.'));
  });

  it.each([['text'], [[1, 1]], [[1, 1, 5, 5]], [[1, 1, 1.5]], [[1, 1, '5']], [null]])(
    'are triples of whole numbers, unlike %j',
    (comment) =>
      expect(refusalsOf([comment])).toEqual(ofFirst('A comment is [sectionId, phraseId, score] in whole numbers.')),
  );

  it('use only phrases that the owner asks for, in their own section', () => {
    const notAsked = ofFirst('This comment was not asked for.');
    expect(refusalsOf([[2, 1, 5]])).toEqual(notAsked);
    expect(refusalsOf([[1, 999, 5]])).toEqual(notAsked);
    expect(refusalsOf([[1, 1, 5]], { commentsSelected: [[1, 2]] })).toEqual(notAsked);
    expect(
      refusalsOf([[1, 2, 5]], {
        commentsSelected: [
          [1, 2],
          [1, 3],
        ],
      }),
    ).toEqual([]);
  });

  it('use each phrase once', () => {
    expect(
      refusalsOf([
        [1, 1, 5],
        [1, 2, 6],
        [1, 1, 7],
      ]),
    ).toEqual([['comments[2]', 'This comment is there twice.']]);
    for (const submitted of [
      [
        [1, 1, 2],
        [1, 2, 5],
      ],
      [
        [1, 2, 5],
        [1, 1, 5],
      ],
    ])
      expect(refusalsOf(submitted)).toEqual([]);
  });

  it('score within the scale of their phrase', () => {
    const allowed = (phraseId: number, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => refusalsOf([[1, phraseId, from + index]])).flat();
    expect([...allowed(1, 1, 20), ...allowed(4, 1, 19)]).toEqual([]);
    for (const score of [0, 21])
      expect(refusalsOf([[1, 1, score]])).toEqual(ofFirst('This comment scores from 1 to 20.'));
    expect(refusalsOf([[1, 4, 20]])).toEqual(ofFirst('This comment scores from 1 to 19.'));
    expect(refusalsOf([[1, 7, 2]])).toEqual(ofFirst('This comment scores 1.'));
  });

  it('praise where the owner asks for praise only', () => {
    const praise = { commentsNegative: false };
    expect(refusalsOf([[1, 1, 11]], praise)).toEqual([]);
    expect(refusalsOf([[1, 1, 10]], praise)).toEqual(ofFirst('This comment scores from 11 to 20.'));
    expect(refusalsOf([[1, 4, 12]], praise)).toEqual(ofFirst('Only positive comments are asked for.'));
  });

  it('come with the comment that they go with, if the owner asks for that one', () => {
    const child = [1, 7, 1];
    const missing = ofFirst('This comment goes with another one, which is missing.');
    expect(refusalsOf([child])).toEqual(missing);
    expect(refusalsOf([child, [1, 1, 3]])).toEqual(missing);
    expect(refusalsOf([child, [3, 11, 5]])).toEqual(missing);
    expect(refusalsOf([child, [1, 3, 15], [1, 1, 5]])).toEqual([]);
    expect(refusalsOf([child], { commentsSelected: [[1, 7]] })).toEqual([]);
  });
});
