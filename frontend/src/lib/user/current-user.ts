import { type CurrentUser, identityRoutes } from '@candid/contracts';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { polled, withLiveCounts } from '../live/live-store';
import { keyOf, readOf } from '../query/use-read';
import { sessionStore } from '../session/session-store';
import { useUserId } from '../session/use-session';

export function currentUserQuery(userId: string) {
  const read = readOf(identityRoutes.getUser, { params: { userId } });
  const queryFn: typeof read.queryFn = async (context) => {
    const answer = await read.queryFn(context);
    return { ...answer, user: withLiveCounts(answer.user) };
  };
  return { ...read, queryFn, meta: polled };
}

export function useCurrentUser(): UseQueryResult<CurrentUser> {
  const userId = useUserId();
  const query = useQuery({ ...currentUserQuery(userId), select: ({ user }) => user });
  const approved = query.data?.approvedAssessor;
  useEffect(() => {
    if (approved) sessionStore.recallApproval();
  }, [approved]);
  return query;
}

/** Applies a change from an answer or a live update to the cached user. The next fetch confirms the change. */
export function patchCurrentUser(queryClient: QueryClient, userId: string, change: Partial<CurrentUser>): void {
  const queryKey = keyOf(identityRoutes.getUser, { params: { userId } });
  queryClient.setQueryData(queryKey, (answer) => answer && { ...answer, user: { ...answer.user, ...change } });
  // Repeats a running request, because its answer may be older than the change.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}
