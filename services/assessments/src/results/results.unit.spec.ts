import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  averageOf,
  confidenceLevelOf,
  confidenceRangeOf,
  meanSliderOf,
  profileRangeOf,
  type ScoreSums,
  varianceOf,
} from './confidence.js';
import { type RankedComment, rankComments } from './rank-comments.js';

const sumsOf = (scores: readonly number[]): ScoreSums => ({
  timesRated: scores.length,
  totalScore: scores.reduce((sum, score) => sum + score, 0),
  sumOfSquares: scores.reduce((sum, score) => sum + score * score, 0),
});

const some = (count: number, score: number) => sumsOf(Array.from({ length: count }, () => score));

describe('the confidence range', () => {
  it('is the whole scale without ratings', () => {
    expect(confidenceRangeOf(sumsOf([]))).toEqual([1, 20]);
    expect(confidenceLevelOf(sumsOf([]))).toBe('Low');
  });

  it.each([
    [
      [10, 10, 10, 10],
      [1, 20],
    ],
    [Array.from({ length: 25 }, () => 10), [6, 14]],
    [Array.from({ length: 100 }, () => 18), [16, 20]],
    [
      [...Array.from({ length: 50 }, () => 5), ...Array.from({ length: 50 }, () => 15)],
      [5, 15],
    ],
  ])('has half-width round(20/√n + √variance/2) round the average', (scores, range) => {
    expect(confidenceRangeOf(sumsOf(scores))).toEqual(range);
  });

  it('rounds the average half up', () => {
    expect(averageOf(sumsOf([12, 13]))).toBe(13);
    expect(averageOf(sumsOf([12, 12, 13]))).toBe(12);
  });

  it('is high above ten close ratings, medium above five or when close, else low', () => {
    expect(confidenceLevelOf(some(11, 12))).toBe('High');
    expect(confidenceLevelOf(some(10, 12))).toBe('Medium');
    expect(confidenceLevelOf(sumsOf([1, 20, 1, 20, 1, 20]))).toBe('Medium');
    expect(confidenceLevelOf(sumsOf([1, 20, 1, 20]))).toBe('Low');
    expect(confidenceLevelOf(some(3, 12))).toBe('Medium');
  });

  it('has its level by a variance below 5 or 10, not at it', () => {
    const around = (...deviations: number[]) => sumsOf(deviations.flatMap((each) => [10 + each, 10 - each]));
    expect(varianceOf(around(5, 1, 1, 1, 1, 1))).toBe(5);
    expect(confidenceLevelOf(around(5, 1, 1, 1, 1, 1))).toBe('Medium');
    expect(confidenceLevelOf(around(5, 1, 1, 0, 0, 0))).toBe('High');
    expect(varianceOf(around(2, 4))).toBe(10);
    expect(confidenceLevelOf(around(2, 4))).toBe('Low');
    expect(confidenceLevelOf(sumsOf([14, 6, 12, 7, 11]))).toBe('Medium');
    expect(confidenceLevelOf(sumsOf([1, 20, 1, 20, 1]))).toBe('Low');
  });

  it('comes of an average and a variance of 0 where nothing is known or all agree', () => {
    expect([averageOf, varianceOf].map((of) => of(sumsOf([])))).toEqual([0, 0]);
    expect(varianceOf(some(3, 12))).toBe(0);
  });

  it.each([0, 1, 2])('has a low level with %i ratings, however close they are', (ratings) => {
    expect(confidenceLevelOf(some(ratings, 12))).toBe('Low');
  });

  it('lies on the scale and round the average, for all scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }), (scores) => {
        const sums = sumsOf(scores);
        const [low, high] = confidenceRangeOf(sums);
        expect(low).toBeGreaterThanOrEqual(1);
        expect(high).toBeLessThanOrEqual(20);
        expect(low).toBeLessThanOrEqual(averageOf(sums));
        expect(high).toBeGreaterThanOrEqual(averageOf(sums));
        const mean = sums.totalScore / scores.length;
        const expected = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
        expect(varianceOf(sums)).toBeCloseTo(expected, 8);
      }),
    );
  });
});

describe('the ranking of comments', () => {
  it('puts the clearest first, weighted by how often the phrase was left', () => {
    const comments: RankedComment[] = [
      [1, 1, 11],
      [7, 45, 3],
      [4, 14, 18],
      [4, 14, 17],
      [4, 14, 18],
    ];
    expect(rankComments(comments)).toEqual([
      [4, 14, 18],
      [4, 14, 18],
      [4, 14, 17],
      [7, 45, 3],
      [1, 1, 11],
    ]);
  });

  it('weighs the distance of the mean from 10.5 by how often the phrase was left', () => {
    const order = (...comments: RankedComment[]) => rankComments(comments).map(([, phraseId]) => phraseId);
    // The weights are 3.5 · ln 3 = 3.85 and 5.5 · ln 2 = 3.81, both for scores above the middle and for lower ones.
    expect(order([1, 1, 16], [1, 2, 14], [1, 2, 14])).toEqual([2, 2, 1]);
    expect(order([1, 1, 5], [1, 2, 7], [1, 2, 7])).toEqual([2, 2, 1]);
    // The weights are 5.5 · ln 3 = 6.04 and 9.5 · ln 2 = 6.58.
    expect(order([1, 1, 5], [1, 1, 5], [1, 2, 20])).toEqual([2, 1, 1]);
    // Both scores are equally far from the middle, so the lower phrase id comes first.
    for (const [one, other] of [
      [1, 20],
      [20, 1],
    ]) {
      expect(order([1, 1, one!], [1, 2, other!])).toEqual([1, 2]);
      expect(order([1, 2, other!], [1, 1, one!])).toEqual([1, 2]);
    }
  });

  it('puts the clearest comment of a phrase first, and praise before criticism that is as clear', () => {
    expect(
      rankComments([
        [1, 1, 11],
        [1, 1, 1],
        [1, 1, 20],
      ]).map(([, , score]) => score),
    ).toEqual([20, 1, 11]);
  });

  it('does not depend on the order in which comments came, and loses none', () => {
    const triple = fc.tuple(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 20 }),
    );
    const comments = fc.array(triple, { maxLength: 30 });
    const shuffled = comments.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const ids = list.map(([, phraseId, score]): RankedComment => [1, phraseId, score]);
        const otherIds = other.map(([, phraseId, score]): RankedComment => [1, phraseId, score]);
        expect(rankComments(otherIds)).toEqual(rankComments(ids));
        expect(rankComments(ids)).toHaveLength(ids.length);
      }),
    );
  });
});

describe('the range of a profile', () => {
  it('is the whole scale while nobody has moved a slider', () => {
    expect(profileRangeOf([])).toEqual({ confidenceRange: [1, 20], level: 'Low' });
    expect(profileRangeOf([[[51, 104, 20]]]).confidenceRange).toEqual([1, 20]);
  });

  it('is that of each assessor’s mean slider, toggles left out', () => {
    const evaluations: [number, number, number][][] = [
      [
        [51, 101, 10],
        [51, 102, 13],
        [51, 104, 20],
      ],
      [[51, 101, 12]],
      [[51, 104, 20]],
    ];
    expect(evaluations.map(meanSliderOf)).toEqual([11.5, 12, null]);
    // Average 11.75, half-width round(20 / √2 + 0.25 / 2) = 14.
    expect(profileRangeOf(evaluations).confidenceRange).toEqual([1, 20]);
    const many = Array.from({ length: 10 }, () => evaluations[1]!);
    // Half-width round(20 / √10) = 6.
    expect(profileRangeOf(many)).toEqual({ confidenceRange: [6, 18], level: 'Medium' });
    const divided = Array.from({ length: 100 }, (_, index): RankedComment[] => [[51, 101, index % 2 === 0 ? 5 : 15]]);
    // Half-width round(20 / √100 + √25 / 2) = 5, as for photos.
    expect(profileRangeOf(divided).confidenceRange).toEqual([5, 15]);
    // The means are thirds, which binary fractions cannot represent exactly.
    const thirds = Array.from({ length: 7 }, (): [number, number, number][] => [
      [51, 101, 12],
      [51, 102, 12],
      [52, 105, 13],
    ]);
    for (let count = 1; count <= 7; count += 1) {
      const [low, high] = profileRangeOf(thirds.slice(0, count)).confidenceRange;
      expect([low, high]).toEqual([
        Math.max(1, 12 - Math.round(20 / count ** 0.5)),
        Math.min(20, 12 + Math.round(20 / count ** 0.5)),
      ]);
    }
  });
});
