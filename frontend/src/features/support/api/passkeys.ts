import { identitySupportRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

export type Passkey = Answer<typeof identitySupportRoutes.listPasskeys>['passkeys'][number];
export type AddedPasskey = Answer<typeof identitySupportRoutes.addPasskey>;

export function usePasskeys() {
  return useQuery({
    queryKey: queryKeys.support('passkeys'),
    queryFn: async ({ signal }) => (await call(identitySupportRoutes.listPasskeys, { signal })).passkeys,
  });
}

/** The answer is the only one that ever has the secret. */
export function addPasskey(body: { name: string; reason?: string }, idempotencyKey: string): Promise<AddedPasskey> {
  return call(identitySupportRoutes.addPasskey, { body, idempotencyKey });
}

export async function revokePasskey(
  { name, reason }: { name: string; reason: string },
  idempotencyKey: string,
): Promise<Passkey> {
  const answer = await call(identitySupportRoutes.revokePasskey, {
    params: { name },
    body: { reason },
    idempotencyKey,
  });
  return answer.passkey;
}
