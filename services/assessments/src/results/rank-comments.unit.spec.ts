import { describe, expect, it } from '@jest/globals';
import { commentAgreement } from './rank-comments.js';

describe('agreement on comments', () => {
  it('counts people, not comments, each end of a phrase by itself, and puts what most say first', () => {
    expect(
      commentAgreement([
        { assessorId: 'a', comments: [[6, 40, 3]] },
        { assessorId: 'a', comments: [[6, 40, 2]] },
        {
          assessorId: 'b',
          comments: [
            [6, 40, 5],
            [1, 1, 18],
          ],
        },
        { assessorId: 'c', comments: [[6, 40, 15]] },
        { assessorId: 'd', comments: [] },
      ]),
    ).toEqual([
      { sectionId: 6, phraseId: 40, side: 'low', raters: 2, of: 4 },
      { sectionId: 1, phraseId: 1, side: 'high', raters: 1, of: 4 },
      { sectionId: 6, phraseId: 40, side: 'high', raters: 1, of: 4 },
    ]);
  });

  it('is in the order of phrases where as many say so, praise first', () => {
    const single = (assessorId: string, comment: [number, number, number]) => ({ assessorId, comments: [comment] });
    const ratings = [single('a', [6, 40, 3]), single('b', [6, 40, 15]), single('c', [1, 1, 18])];
    const ordered = [
      [1, 'high'],
      [40, 'high'],
      [40, 'low'],
    ];
    for (const inOrder of [ratings, ratings.toReversed()])
      expect(commentAgreement(inOrder).map(({ phraseId, side }) => [phraseId, side])).toEqual(ordered);
  });

  it('counts who leans to neither end among the assessors only', () => {
    const sidesOf = (score: number) =>
      commentAgreement([{ assessorId: 'a', comments: [[6, 40, score]] }]).map(({ side }) => side);
    expect([8, 9, 12, 13].map(sidesOf)).toEqual([['low'], [], [], ['high']]);
  });
});
