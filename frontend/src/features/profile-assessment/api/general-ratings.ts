import { evaluationGroupsRoutes } from '@candid/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

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
