import { identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { useClearOnceSeen } from '../../../lib/live/use-clear-once-seen';

/** Answers the number that is left. */
async function clearGeneralNotifications(userId: string, idempotencyKey: string): Promise<number> {
  const answer = await call(identityRoutes.clearGeneralNotifications, { body: { userId }, idempotencyKey });
  return answer.generalNotifNumber;
}

/** How many evaluations are new; five seconds after they have been seen the count is cleared. */
export function useGeneralNotifications(count: number) {
  const clearSoon = useClearOnceSeen('generalNotifNumber', clearGeneralNotifications);
  return {
    count,
    see: () => {
      if (count > 0) clearSoon();
    },
  };
}
