import { accountRoutes, type OpenSession } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, callWithPassword } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

export type { OpenSession };

export async function changePassword(
  passwords: { currentPassword: string; newPassword: string },
  idempotencyKey: string,
): Promise<string> {
  return (await callWithPassword(accountRoutes.changePassword, { body: passwords, idempotencyKey })).message;
}

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions(),
    queryFn: async ({ signal }) => (await call(accountRoutes.listSessions, { signal })).sessions,
  });
}

export async function endSession(sessionId: string, idempotencyKey: string): Promise<void> {
  await call(accountRoutes.endSession, { params: { sessionId }, idempotencyKey });
}
