import type { PhotoId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { groupRatings } from './history-tab';

const rating = (groupId: string, ratedAt: string) => ({
  groupId,
  ratedAt,
  createdAt: ratedAt,
  score: 12,
  comments: [],
  photoId: 'photo' as PhotoId,
  path: '/photo',
});

describe('the assessment history', () => {
  it('is empty without ratings', () => {
    expect(groupRatings([], [])).toEqual([]);
  });

  it('gathers ratings by assessment and dates a group by its latest', () => {
    const [group] = groupRatings([rating('a', '2026-01-01'), rating('a', '2026-01-03')], []);
    expect(group).toMatchObject({ groupId: 'a', ratedAt: '2026-01-03', current: true });
    expect(group?.ratings.map(({ ratedAt }) => ratedAt)).toEqual(['2026-01-03', '2026-01-01']);
  });

  it('puts the current assessment first, then the newest past one', () => {
    const groups = groupRatings(
      [rating('now', '2026-01-01')],
      [rating('old', '2026-02-01'), rating('older', '2025-12-01')],
    );
    expect(groups.map(({ groupId }) => groupId)).toEqual(['now', 'old', 'older']);
  });
});
