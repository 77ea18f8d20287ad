import { type RaterStanding, ratersRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** How this person stands as an assessor: why, since when and what can be done. */
export function useRaterStanding(enabled: boolean) {
  const userId = useUserId();
  return useQuery<RaterStanding>({
    queryKey: queryKeys.raterStanding(),
    queryFn: ({ signal }) => call(ratersRoutes.getRaterStanding, { params: { userId }, signal }),
    enabled,
  });
}

export async function appealStanding(
  body: { userId: string; text: string },
  idempotencyKey: string,
): Promise<RaterStanding> {
  return call(ratersRoutes.appealRaterStanding, { body, idempotencyKey });
}
