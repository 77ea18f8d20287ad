import { evaluationGroupsRoutes } from '@candid/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import type { ProfileRound } from './rounds';

export type GeneralRating = Answer<typeof evaluationGroupsRoutes.getGeneralRatings>['ratings'][number];

/** Ratings per page. */
const pageLimit = 100;

/** What assessors left on the person's profiles, newest first. */
export function useGeneralRatings(enabled: boolean) {
  const userId = useUserId();
  return useInfiniteQuery({
    queryKey: queryKeys.generalRatings(),
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: pageLimit, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return call(evaluationGroupsRoutes.getGeneralRatings, { params: { userId }, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
  });
}

/** How far the truth about a profile may lie from its score; [1, 20] while nobody has moved a slider. */
export function useProfileRange(groupId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.profileRange(groupId),
    queryFn: ({ signal }) => call(evaluationGroupsRoutes.getProfileConfidenceRange, { params: { groupId }, signal }),
    enabled,
  });
}

/** The mean of the assessors' own means; null while nobody has moved a slider. */
export function scoreOf(
  ratings: readonly GeneralRating[],
  groupId: string,
): { readonly score: number | null; readonly assessors: number } {
  const scores = ratings.flatMap((rating) =>
    rating.groupId === groupId && rating.score !== null ? [rating.score] : [],
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  return { score: scores.length === 0 ? null : sum / scores.length, assessors: scores.length };
}

/** A group's ratings by run, newest first: those of the newest run, and what came before it. */
export function historyOf(
  ratings: readonly GeneralRating[],
  { groupId, currentTestStartedAt }: Pick<ProfileRound, 'groupId' | 'currentTestStartedAt'>,
): { readonly current: readonly GeneralRating[]; readonly past: readonly GeneralRating[] } {
  const own = ratings
    .filter((rating) => rating.groupId === groupId)
    .sort((one, other) => other.ratedAt.localeCompare(one.ratedAt));
  return {
    current: own.filter(({ ratedAt }) => ratedAt >= currentTestStartedAt),
    past: own.filter(({ ratedAt }) => ratedAt < currentTestStartedAt),
  };
}
