import { type CurrentUser, identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export async function dismissFirstLogin(userId: string, idempotencyKey: string): Promise<CurrentUser> {
  return (await call(identityRoutes.dismissFirstLogin, { params: { userId }, idempotencyKey })).data;
}

export async function clearNotifications(userId: string, idempotencyKey: string): Promise<number> {
  const answer = await call(identityRoutes.clearNotifications, { body: { userId }, idempotencyKey });
  return answer.notificationNumber;
}
