import { describe, expect, it } from '@jest/globals';
import { type GeneralRating, historyOf, scoreOf } from './profile-tabs';

const rating = (groupId: string, ratedAt: string, score: number | null = 12) =>
  ({ groupId, ratedAt, createdAt: ratedAt, score, comments: [] }) as unknown as GeneralRating;
const round = { groupId: 'mine', currentTestStartedAt: '2026-02-01' } as Parameters<typeof historyOf>[1];

it('gathers a profile’s ratings by round, newest first, and leaves those of others out', () => {
  const ratings = [
    rating('mine', '2026-01-05'),
    rating('other', '2026-02-04'),
    rating('mine', '2026-02-02'),
    rating('mine', '2026-02-03'),
  ];
  const { current, past } = historyOf(ratings, round);
  expect(current.map(({ ratedAt }) => ratedAt)).toEqual(['2026-02-03', '2026-02-02']);
  expect(past.map(({ ratedAt }) => ratedAt)).toEqual(['2026-01-05']);
});

describe('the score of a profile', () => {
  it('is the mean of its assessors, without those who moved no slider', () => {
    const ratings = [
      rating('mine', '1', 10),
      rating('mine', '2', null),
      rating('mine', '3', 15),
      rating('other', '4', 1),
    ];
    expect(scoreOf(ratings, 'mine')).toEqual({ score: 12.5, assessors: 2 });
  });

  it('is none without a slider', () => {
    expect(scoreOf([rating('mine', '1', null)], 'mine')).toEqual({ score: null, assessors: 0 });
  });
});
