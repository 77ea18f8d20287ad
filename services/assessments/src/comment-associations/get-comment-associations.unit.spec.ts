import { comparedComments } from '@candid/scores';
import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../catalogue/catalogue.js';
import { type AskedPhrases, choiceOf } from './get-comment-associations.js';

const asked = { phraseIds: new Set([2, 3, 44, 49]), commentsNegative: true };
const warm: Comment = [1, 2, 16];
const heldBack: Comment = [1, 2, 4];

interface Given {
  photo?: number;
  assessor?: number;
  comments?: Comment[];
  asked?: AskedPhrases;
}

const rating = ({ photo = 0, assessor = 0, comments = [], ...rest }: Given) => ({
  photoId: `photo ${photo}`,
  assessorId: `assessor ${assessor}`,
  comments,
  canChoose: choiceOf(rest.asked ?? asked),
});

type CommentedRating = ReturnType<typeof rating>;

/** `count` ratings of four photos, each by a different assessor. Every second rating has the comment. */
const alternating = (count: number, comment: Comment): CommentedRating[] =>
  Array.from({ length: count }, (_, index) =>
    rating({ photo: Math.floor(index / 2) % 4, assessor: index, comments: index % 2 === 0 ? [comment] : [] }),
  );

describe('the ratings without a comment', () => {
  const hasOf = (ratings: CommentedRating[], side: 'low' | 'high') =>
    comparedComments(ratings).find((one) => one.side === side)?.has;
  const enough = alternating(12, warm);

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
    expect(hasOf([...alternating(12, heldBack), praise], 'low')?.at(-1)).toBeUndefined();
    expect(hasOf([...enough, praise], 'high')?.at(-1)).toBe(false);
  });

  it('come with a comment that lies at one end of a scale or is picked or not', () => {
    const selfie: Comment = [7, 49, 1];
    expect(hasOf(alternating(12, selfie), 'low')).toEqual(Array.from({ length: 12 }, (_, index) => index % 2 === 0));
    expect(hasOf(alternating(12, selfie), 'high')).toBeUndefined();
  });
});
