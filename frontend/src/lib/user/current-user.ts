import { type CurrentUser, identityRoutes } from '@candid/contracts';
import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call';
import { withLiveCounts } from '../live/live-counts';
import { polled } from '../live/poll';
import { queryKeys } from '../query/keys';
import { sessionStore } from '../session/session-store';
import { useUserId } from '../session/use-session';

export const currentUserQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.user(userId),
    meta: polled,
    queryFn: async ({ signal }) =>
      withLiveCounts((await call(identityRoutes.getUser, { params: { userId }, signal })).user),
  });

/** The signed-in person: flags, notification counts and balance in tokens. */
export function useCurrentUser(): UseQueryResult<CurrentUser> {
  const userId = useUserId();
  const query = useQuery(currentUserQuery(userId));
  const approved = query.data?.approvedAssessor;
  useEffect(() => {
    if (approved) sessionStore.recallApproval();
  }, [approved]);
  return query;
}

/** Takes over what an answer or a live update says about the person, before the next fetch confirms it. */
export function patchCurrentUser(queryClient: QueryClient, userId: string, change: Partial<CurrentUser>): void {
  const queryKey = queryKeys.user(userId);
  queryClient.setQueryData<CurrentUser>(queryKey, (user) => user && { ...user, ...change });
  // The answer that is under way may be older than the change.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}
