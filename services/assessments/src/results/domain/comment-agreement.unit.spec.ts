import { describe, expect, it } from '@jest/globals';
import { commentAgreement } from './comment-agreement.js';

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

  it('takes a 10 for the high end, as the comment itself is read', () => {
    const sideOf = (score: number) => commentAgreement([{ assessorId: 'a', comments: [[6, 40, score]] }])[0]?.side;
    expect([9, 10, 11].map(sideOf)).toEqual(['low', 'high', 'high']);
  });
});
