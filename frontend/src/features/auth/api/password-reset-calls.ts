import { call } from '../../../lib/api/call';
import { passwordResetRoutes } from '../../../lib/api/contract-additions';
import { newIdempotencyKey } from '../../../lib/api/idempotency';

export async function requestResetLink(email: string): Promise<string> {
  const answer = await call(passwordResetRoutes.request, { body: { email }, idempotencyKey: newIdempotencyKey() });
  return answer.message;
}

/** Whether the link of a reset mail still works; throws when that could not be found out. */
export async function isResetLinkValid(token: string): Promise<boolean> {
  return (await call(passwordResetRoutes.validate, { params: { token } })).valid;
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await call(passwordResetRoutes.reset, { body: { token, newPassword }, idempotencyKey: newIdempotencyKey() });
}
