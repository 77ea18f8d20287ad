import {
  type AssessedPhoto,
  assessmentsRoutes,
  type CommentChoice,
  evaluationGroupsRoutes,
  identityRoutes,
  photosRoutes,
} from '@candid/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import type { QueuedTest } from '../hooks/test-queue';
import { useForgetTest } from '../hooks/use-forget-test';

/** Whose photos wait for this assessor, public ones first and profiles after them, each least served first. */
export function useAvailableTests(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.availableTests(),
    queryFn: async ({ signal }): Promise<QueuedTest[]> => {
      const [tests, groups] = await Promise.all([
        call(assessmentsRoutes.listPublicTests, { query: { currentUserId: userId }, signal }),
        call(evaluationGroupsRoutes.listOpenGroups, { query: { excludeUserId: userId }, signal }),
      ]);
      return [
        ...tests.data.map((test) => ({ userId: test.userId, isProfileEvaluation: false })),
        ...groups.groups.map((group) => ({ userId: group.userId, isProfileEvaluation: true, groupId: group.groupId })),
      ];
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** What is asked about a profile as a whole. */
export interface ProfileQuestions {
  readonly groupId: string;
  readonly commentsSelected: readonly CommentChoice[];
  /** At least so many. */
  readonly commentsRequired: number;
}

export interface OpenTest {
  /** What a draft of it is kept under. */
  readonly id: string;
  readonly photos: readonly AssessedPhoto[];
  readonly benchmarkPhotos: readonly AssessedPhoto[];
  /** Null where each photo is asked about by itself. */
  readonly profile: ProfileQuestions | null;
}

/**
 * One person's photos, or their profile. Asking for it reserves this assessor's place for 15 minutes, so it is never asked for
 * ahead of time, and not again by itself while the person works: what is on the screen stays what was reserved.
 */
export function useOpenTest(ownerId: string, groupId?: string) {
  const userId = useUserId();
  const test = useQuery<OpenTest | null>({
    queryKey: queryKeys.openTest(ownerId, groupId),
    queryFn: ({ signal }) => (groupId ? openProfile(groupId, signal) : openPhotos(ownerId, userId, signal)),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useForgetTest(ownerId, groupId, test.data === null);
  return test;
}

async function openPhotos(ownerId: string, userId: string, signal: AbortSignal): Promise<OpenTest | null> {
  const input = { params: { userId: ownerId }, query: { currentUserId: userId }, signal };
  const [test] = (await call(photosRoutes.openTest, input)).data;
  if (!test) return null;
  return { id: test.testId, photos: test.photos, benchmarkPhotos: test.benchmarkPhotos, profile: null };
}

async function openProfile(groupId: string, signal: AbortSignal): Promise<OpenTest> {
  const { group } = await call(evaluationGroupsRoutes.getGroup, { params: { groupId }, signal });
  const { photos, benchmarkPhotos, commentsSelected, commentsRequired } = group;
  return { id: groupId, photos, benchmarkPhotos, profile: { groupId, commentsSelected, commentsRequired } };
}

export const lookingForQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.lookingFor(ownerId),
    queryFn: async ({ signal }) =>
      (await call(identityRoutes.getLookingFor, { params: { userId: ownerId }, signal })).lookingFor,
    staleTime: 5 * 60_000,
  });

export const useLookingForOf = (ownerId: string) => useQuery(lookingForQuery(ownerId));
