import { identityRoutes, type SelfDescription } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export function useSelfDescription() {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.selfDescription(),
    queryFn: async ({ signal }) =>
      (await call(identityRoutes.getSelfDescription, { params: { userId }, signal })).selfDescription,
  });
}

export async function updateSelfDescription(
  body: SelfDescription & { userId: string },
  idempotencyKey: string,
): Promise<void> {
  await call(identityRoutes.updateSelfDescription, { body, idempotencyKey });
}
