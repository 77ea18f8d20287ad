import {
  assessmentsRoutes,
  type CurrentUser,
  identityRoutes,
  type LocationPreference,
  type OwnLookingFor,
  type ScorePreferences,
} from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export function useOwnLookingFor(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.lookingFor(userId),
    queryFn: async ({ signal }): Promise<OwnLookingFor> => {
      const { lookingFor } = await call(identityRoutes.getLookingFor, { params: { userId }, signal });
      return { ...lookingFor, ageFrom: lookingFor.ageFrom ?? null, ageTo: lookingFor.ageTo ?? null };
    },
    enabled,
  });
}

export async function updateLookingFor(
  body: OwnLookingFor & { userId: string },
  idempotencyKey: string,
): Promise<void> {
  await call(identityRoutes.updateLookingFor, { body, idempotencyKey });
}

export interface Location {
  locationsPreference: LocationPreference;
  /** ISO 3166-1 alpha-2; null while it is unknown. */
  country: string | null;
}

export function useLocation(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.locationPreference(),
    queryFn: async ({ signal }): Promise<Location> => {
      const answer = await call(identityRoutes.getLocationPreferences, { params: { userId }, signal });
      return { locationsPreference: answer.locationsPreference, country: answer.country };
    },
    enabled,
  });
}

export async function updateLocation(body: Location & { userId: string }, idempotencyKey: string): Promise<void> {
  await call(identityRoutes.updateLocationPreferences, { body, idempotencyKey });
}

/** Whose scores order photos, and whether assessments stop by themselves once it is clear which photo is best. */
export function useScorePreferences(enabled: boolean) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.scorePreferences(),
    queryFn: async ({ signal }): Promise<ScorePreferences> => {
      const { success: _, ...chosen } = await call(assessmentsRoutes.getScorePreferences, {
        params: { userId },
        signal,
      });
      return chosen;
    },
    enabled,
  });
}

export async function updateScorePreferences(
  body: ScorePreferences & { userId: string },
  idempotencyKey: string,
): Promise<void> {
  await call(assessmentsRoutes.updateScorePreferences, { body, idempotencyKey });
}

export async function dismissFirstLogin(userId: string, idempotencyKey: string): Promise<CurrentUser> {
  return (await call(identityRoutes.dismissFirstLogin, { params: { userId }, idempotencyKey })).data;
}

export async function clearNotifications(userId: string, idempotencyKey: string): Promise<number> {
  const answer = await call(identityRoutes.clearNotifications, { body: { userId }, idempotencyKey });
  return answer.notificationNumber;
}
