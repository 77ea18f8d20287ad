import type { assessmentsRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';

type Rating = Answer<typeof assessmentsRoutes.getRatings>['currentRatings'][number];

export interface HistoryGroup {
  readonly groupId: string;
  /** When the latest rating of the group came in. */
  readonly ratedAt: string;
  readonly current: boolean;
  readonly ratings: readonly Rating[];
}

/** Ratings by the assessment they belong to: the current one first, then the past ones, newest first. */
export function groupRatings(current: readonly Rating[], past: readonly Rating[]): HistoryGroup[] {
  const newestFirst = (one: { ratedAt: string }, other: { ratedAt: string }) =>
    other.ratedAt.localeCompare(one.ratedAt);
  const gather = (ratings: readonly Rating[], isCurrent: boolean): HistoryGroup[] => {
    const groups = Map.groupBy(ratings, (rating) => rating.groupId);
    return [...groups].map(([groupId, members]) => {
      const ordered = [...members].sort(newestFirst);
      return { groupId, ratedAt: ordered[0]?.ratedAt ?? '', current: isCurrent, ratings: ordered };
    });
  };
  return [...gather(current, true).sort(newestFirst), ...gather(past, false).sort(newestFirst)];
}
