import { type AssessedPhoto, assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** People whose photos wait for this assessor, least served first. */
export function usePublicTests(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.publicTests(),
    queryFn: async ({ signal }) =>
      (await call(assessmentsRoutes.listPublicTests, { query: { currentUserId: userId }, signal })).data,
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

export interface OpenTest {
  readonly testId: string;
  readonly photos: readonly AssessedPhoto[];
  readonly benchmarkPhotos: readonly AssessedPhoto[];
}

/**
 * One person's test. Asking for it reserves this assessor's place for 15 minutes, so it is not asked for again by itself while
 * the person works: what is on the screen stays what was reserved.
 */
export function useOpenTest(ownerId: string) {
  const userId = useUserId();
  return useQuery<OpenTest | null>({
    queryKey: queryKeys.openTest(ownerId),
    queryFn: async ({ signal }) => {
      const input = { params: { userId: ownerId }, query: { currentUserId: userId }, signal };
      return (await call(photosRoutes.openTest, input)).data[0] ?? null;
    },
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useLookingForOf(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.lookingFor(ownerId),
    queryFn: async ({ signal }) =>
      (await call(identityRoutes.getLookingFor, { params: { userId: ownerId }, signal })).lookingFor,
  });
}
