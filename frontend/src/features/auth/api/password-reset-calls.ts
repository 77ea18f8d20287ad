import { identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { newIdempotencyKey } from '../../../lib/api/idempotency';

export async function requestResetLink(email: string): Promise<string> {
  const answer = await call(identityRoutes.requestPasswordReset, {
    body: { email },
    idempotencyKey: newIdempotencyKey(),
  });
  return answer.message;
}

/** Whether the link of a reset mail still works, and for which address (masked); throws when that could not be found out. */
export async function checkResetLink(token: string): Promise<{ valid: boolean; email?: string | undefined }> {
  return call(identityRoutes.validatePasswordReset, { params: { token } });
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await call(identityRoutes.resetPassword, { body: { token, newPassword }, idempotencyKey: newIdempotencyKey() });
}
