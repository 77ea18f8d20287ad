import { describe, expect, it } from '@jest/globals';
import { type AssociatedRating, commentAssociations } from './comment-associations.js';
import { nothing, priorScoreModel, unknownAssessor } from './score-model.js';

type Comment = AssociatedRating['comments'][number];

const model = priorScoreModel;
const warm: Comment = [1, 2, 16];
const heldBack: Comment = [1, 2, 4];

/** Ratings of four photos, each rating by a different assessor. Every second rating has the comment. */
const alternating = (count: number, comment: Comment, points: number): AssociatedRating[] =>
  Array.from({ length: count }, (_, index) => ({
    photoId: `photo ${Math.floor(index / 2) % 4}`,
    assessorId: `assessor ${index}`,
    score: 11 + (index % 2 === 0 ? points : 0),
    assessor: unknownAssessor(model),
    message: nothing,
    comments: index % 2 === 0 ? [comment] : [],
    canChoose: () => true,
  }));

describe('what goes with higher or lower ratings', () => {
  it('is told with its interval and with the ratings it comes from', () => {
    const { associations, reason, compared } = commentAssociations(model, alternating(60, heldBack, -6));
    expect(reason).toBeNull();
    expect(compared).toBe(1);
    expect(associations).toEqual([
      {
        sectionId: 1,
        phraseId: 2,
        side: 'low',
        effect: expect.any(Number),
        low: expect.any(Number),
        high: expect.any(Number),
        with: 30,
        without: 30,
        photos: 4,
      },
    ]);
    const [{ effect, low, high }] = associations as [(typeof associations)[number]];
    expect(effect).toBeLessThan(-4);
    expect(low).toBeLessThan(-6);
    expect(high).toBeLessThan(0);
  });

  it('is told of one end of a phrase only', () => {
    const ratings = alternating(60, heldBack, -6).map((one) =>
      one.comments.length === 0 ? { ...one, comments: [warm] } : one,
    );
    const { associations, compared } = commentAssociations(model, ratings);
    expect(compared).toBe(2);
    expect(associations).toHaveLength(1);
  });

  it.each([
    ['too-few-ratings', alternating(8, warm, 6)],
    ['too-few-photos', alternating(20, warm, 6).map((one) => ({ ...one, photoId: 'photo' }))],
    ['too-few-comments', alternating(20, warm, 6).map((one) => ({ ...one, comments: [] }))],
    ['nothing-clear', alternating(20, warm, 0)],
  ] as const)('is nothing, because of %s', (reason, ratings) => {
    expect(commentAssociations(model, ratings)).toMatchObject({ associations: [], reason });
  });

  it('needs three assessors with the comment and three without it', () => {
    const two = alternating(20, warm, 9).map((one, index) =>
      index % 2 === 0 ? { ...one, assessorId: `assessor ${index % 4}` } : one,
    );
    expect(commentAssociations(model, two).reason).toBe('too-few-comments');
    const swapped = two.map((one) => ({ ...one, comments: one.comments.length > 0 ? [] : [warm] }));
    expect(commentAssociations(model, swapped).reason).toBe('too-few-comments');
  });
});
