import { describe, expect, it } from '@jest/globals';
import { ofAssessment } from './photo-result';

const rating = (groupId: string, score: number | null, comments: [number, number, number][] = []) =>
  ({ groupId, score, comments, ratedAt: '', createdAt: '', photoId: '', path: '' }) as never;

describe('the result of one assessment', () => {
  it('leaves out other assessments, wherever they stand', () => {
    const ratings = {
      currentRatings: [rating('now', 12, [[1, 1, 15]])],
      pastRatings: [rating('before', 3, [[1, 2, 4]]), rating('before', null, [[1, 3, 18]])],
    };
    expect(ofAssessment(ratings, 'before')).toEqual({
      scores: 1,
      comments: [
        [1, 2, 4],
        [1, 3, 18],
      ],
    });
    expect(ofAssessment(ratings, 'now')).toEqual({ scores: 1, comments: [[1, 1, 15]] });
  });

  it('is nothing where nobody has rated', () => {
    expect(ofAssessment({ currentRatings: [], pastRatings: [rating('before', 3)] }, 'now')).toEqual({
      scores: 0,
      comments: [],
    });
  });
});
