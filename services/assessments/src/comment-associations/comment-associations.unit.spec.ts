import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../catalogue/catalogue.js';
import { nothing } from '../scoring/adjusted-score.js';
import { priorScoreModel, unknownAssessor } from '../scoring/score-model.js';
import { type AssociatedRating, commentAssociations, comparedComments } from './comment-associations.js';

const model = priorScoreModel;
const asked = { phraseIds: new Set([2, 3, 44, 49]), commentsNegative: true };
const warm: Comment = [1, 2, 16];
const heldBack: Comment = [1, 2, 4];

interface Given {
  photo?: number;
  assessor?: number;
  score?: number;
  comments?: Comment[];
  asked?: AssociatedRating['asked'];
}

const rating = ({ photo = 0, assessor = 0, score = 11, comments = [], ...rest }: Given): AssociatedRating => ({
  photoId: `photo ${photo}`,
  assessorId: `assessor ${assessor}`,
  score,
  assessor: unknownAssessor(model),
  message: nothing,
  comments,
  asked: rest.asked ?? asked,
});

/** Ratings of four photos by as many assessors as there are ratings; every second one has the comment. */
const alternating = (count: number, comment: Comment, points: number): AssociatedRating[] =>
  Array.from({ length: count }, (_, index) =>
    rating({
      photo: Math.floor(index / 2) % 4,
      assessor: index,
      score: 11 + (index % 2 === 0 ? points : 0),
      comments: index % 2 === 0 ? [comment] : [],
    }),
  );

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

describe('the ratings without a comment', () => {
  const hasOf = (ratings: AssociatedRating[], side: 'low' | 'high') =>
    comparedComments(ratings).find((one) => one.side === side)?.has;
  const enough = alternating(12, warm, 0);

  it('are those whose assessor left the phrase out or chose its other end', () => {
    const has = hasOf([...enough, rating({ comments: [heldBack] }), rating({})], 'high');
    expect(has?.slice(-2)).toEqual([false, false]);
  });

  it('are not those of assessments that did not ask for it', () => {
    const has = hasOf([...enough, rating({ asked: { phraseIds: new Set([3]), commentsNegative: true } })], 'high');
    expect(has?.at(-1)).toBeUndefined();
    expect(has).toHaveLength(13);
  });

  it('are not those of assessments that asked for praise only, if it is a criticism', () => {
    const praise = rating({ asked: { ...asked, commentsNegative: false } });
    expect(hasOf([...alternating(12, heldBack, 0), praise], 'low')?.at(-1)).toBeUndefined();
    expect(hasOf([...enough, praise], 'high')?.at(-1)).toBe(false);
  });

  it('come with a comment that lies at one end of a scale or is picked or not', () => {
    const selfie: Comment = [7, 49, 1];
    expect(hasOf(alternating(12, selfie, 0), 'low')).toEqual(Array.from({ length: 12 }, (_, index) => index % 2 === 0));
    expect(hasOf(alternating(12, selfie, 0), 'high')).toBeUndefined();
  });
});
