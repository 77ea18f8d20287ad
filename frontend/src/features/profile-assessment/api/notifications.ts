import { identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** Answers the number that is left. */
export async function clearGeneralNotifications(userId: string, idempotencyKey: string): Promise<number> {
  const answer = await call(identityRoutes.clearGeneralNotifications, { body: { userId }, idempotencyKey });
  return answer.generalNotifNumber;
}
