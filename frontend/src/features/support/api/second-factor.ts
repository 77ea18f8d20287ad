import { secondFactorRoutes as routes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call, callWithPassword } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { sessionStore } from '../../../lib/session/session-store';

export type SecondFactor = Answer<typeof routes.getSecondFactor>;
export type BegunSecondFactor = Answer<typeof routes.beginSecondFactor>;

export const secondFactorKey = queryKeys.support('second-factor');

/** Asked again after the person's own acts alone: on its change, a page gives way that still shows recovery codes. */
export function useSecondFactor() {
  return useQuery({
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => call(routes.getSecondFactor, { signal }),
  });
}

/** The first one takes the password, a further one a code of the factor in use. */
export function beginSecondFactor(
  proof: { password: string } | { secondFactor: string },
  idempotencyKey: string,
): Promise<BegunSecondFactor> {
  return callWithPassword(routes.beginSecondFactor, { body: proof, idempotencyKey });
}

/** From then on this session has the support role. Answers the recovery codes, once. */
export async function confirmSecondFactor(code: string, idempotencyKey: string): Promise<string[]> {
  const answer = await callWithPassword(routes.confirmSecondFactor, { body: { code }, idempotencyKey });
  const { session } = sessionStore.current();
  if (session) sessionStore.renew({ ...session, token: answer.token });
  return answer.recoveryCodes;
}

export async function replaceRecoveryCodes(code: string, idempotencyKey: string): Promise<string[]> {
  const body = { secondFactor: code };
  return (await callWithPassword(routes.replaceRecoveryCodes, { body, idempotencyKey })).recoveryCodes;
}
