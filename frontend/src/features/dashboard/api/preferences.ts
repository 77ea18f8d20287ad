import { assessmentsRoutes, identityRoutes, type LocationPreference, type LookingFor } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export function useOwnLookingFor(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.lookingFor(userId),
    queryFn: async ({ signal }) =>
      (await call(identityRoutes.getLookingFor, { params: { userId }, signal })).lookingFor,
    enabled,
  });
}

export async function updateLookingFor(input: LookingFor & { userId: string }, idempotencyKey: string): Promise<void> {
  await call(identityRoutes.updateLookingFor, { body: input, idempotencyKey });
}

export function useLocationPreference(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.locationPreference(),
    queryFn: async ({ signal }) =>
      (await call(identityRoutes.getLocationPreferences, { params: { userId }, signal })).locationsPreference,
    enabled,
  });
}

export async function updateLocationPreference(
  body: { userId: string; locationsPreference: LocationPreference },
  idempotencyKey: string,
): Promise<void> {
  await call(identityRoutes.updateLocationPreferences, { body, idempotencyKey });
}

/** Whether assessments stop by themselves once it is clear which photo is best. */
export function useScorePreferences(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.scorePreferences(),
    queryFn: async ({ signal }) =>
      (await call(assessmentsRoutes.getScorePreferences, { params: { userId }, signal })).stopWhenSettled,
    enabled,
  });
}

export async function updateScorePreferences(
  body: { userId: string; stopWhenSettled: boolean },
  idempotencyKey: string,
): Promise<void> {
  await call(assessmentsRoutes.updateScorePreferences, { body, idempotencyKey });
}
