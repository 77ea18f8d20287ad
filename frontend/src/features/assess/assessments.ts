import { assessmentsRoutes, evaluationGroupsRoutes, photosRoutes } from '@candid/contracts';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api/call';
import { ApiError } from '../../lib/api/errors';
import { keyOf } from '../../lib/query/use-read';
import { useSession, useUserId } from '../../lib/session/use-session';
import { useCurrentUser } from '../../lib/user/current-user';
import type { QueuedAssessment } from './assessment-queue';
import { type OpenAssessment, withoutReported } from './open-assessment';

/** Fetches photo assessments, then profiles. Each group starts with the owner who has received the fewest ratings. */
export function useAvailableAssessments(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: keyOf(assessmentsRoutes.listPublicTests),
    queryFn: async ({ signal }): Promise<QueuedAssessment[]> => {
      const [assessments, groups] = await Promise.all([
        call(assessmentsRoutes.listPublicTests, { query: { currentUserId: userId }, signal }),
        call(evaluationGroupsRoutes.listOpenGroups, { query: { excludeUserId: userId }, signal }),
      ]);
      return [
        ...assessments.data.map((assessment) => ({ userId: assessment.userId, isProfileEvaluation: false })),
        ...groups.groups.map((group) => ({ userId: group.userId, isProfileEvaluation: true, groupId: group.groupId })),
      ];
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

export const openedKey = (ownerId: string, groupId?: string): QueryKey =>
  groupId
    ? keyOf(evaluationGroupsRoutes.getGroup, { params: { groupId } })
    : keyOf(photosRoutes.openTest, { params: { userId: ownerId } });

/** Opening an assessment reserves a slot for 15 minutes, so the app never opens one in advance and never retries. */
export function useOpenAssessment(ownerId: string, groupId?: string) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const assessment = useQuery<OpenAssessment | null>({
    queryKey: openedKey(ownerId, groupId),
    queryFn: async ({ signal }) => {
      const opened = await (groupId ? openProfile(groupId, signal) : openPhotos(ownerId, userId, signal));
      forgetReleased(queryClient);
      return opened;
    },
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useForgetAssessment(ownerId, groupId, assessment.data === null);
  return assessment;
}

/** True if the server answered a renewal with "nothing left to assess". */
export const isLost = ({ isRefetchError, error }: ReturnType<typeof useOpenAssessment>) =>
  isRefetchError && error instanceof ApiError && error.status === 404;

/** Keeps only the open and the previous assessment, as the server does. Undoing a skip needs the previous one. */
function forgetReleased(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const left = [photosRoutes.openTest, evaluationGroupsRoutes.getGroup].flatMap((route) =>
    cache.findAll({ queryKey: keyOf(route), type: 'inactive' }),
  );
  const newestFirst = left.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { queryKey } of newestFirst.slice(1)) queryClient.removeQueries({ queryKey, exact: true });
}

async function openPhotos(ownerId: string, userId: string, signal: AbortSignal): Promise<OpenAssessment | null> {
  const input = { params: { userId: ownerId }, query: { currentUserId: userId }, signal };
  const [assessment] = (await call(photosRoutes.openTest, input)).data;
  if (!assessment) return null;
  const { photos, benchmarkPhotos, slotSecondsLeft } = assessment;
  return withoutReported({ id: ownerId, photos, benchmarkPhotos, profile: null, slotMs: slotSecondsLeft * 1_000 });
}

async function openProfile(groupId: string, signal: AbortSignal): Promise<OpenAssessment | null> {
  const { group } = await call(evaluationGroupsRoutes.getGroup, { params: { groupId }, signal });
  const { photos, benchmarkPhotos, commentsSelected, commentsRequired, slotSecondsLeft } = group;
  const profile = { groupId, commentsSelected, commentsRequired };
  const slotMs = (slotSecondsLeft ?? 0) * 1_000;
  return withoutReported({ id: groupId, photos, benchmarkPhotos, profile, slotMs });
}

/**
 * Removes an ended assessment from the cache when its page is left, because the cache would otherwise hide a new
 * assessment. The returned function marks the assessment as ended.
 */
export function useForgetAssessment(ownerId: string, groupId: string | undefined, isOver?: boolean): () => void {
  const queryClient = useQueryClient();
  const over = useRef(false);
  if (isOver !== undefined) over.current = isOver;
  useEffect(
    () => () => {
      // Resets the query instead of removing it, so that a next page with the same assessment fetches it again.
      if (over.current) void queryClient.resetQueries({ queryKey: openedKey(ownerId, groupId), exact: true });
    },
    [queryClient, ownerId, groupId],
  );
  return () => {
    over.current = true;
  };
}

/** Reads the approval that the browser has stored or, without it, the account's approval. */
export function useApproval(): 'approved' | 'missing' | 'unknown' {
  const { approvedAssessor } = useSession();
  const account = useCurrentUser();
  if (approvedAssessor || account.data?.approvedAssessor) return 'approved';
  return account.isPending ? 'unknown' : 'missing';
}
