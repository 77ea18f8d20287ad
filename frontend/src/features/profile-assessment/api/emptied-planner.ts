import { assessmentSettingsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** Ends all that runs once no photo is left in the planner. Answers the tokens that come back. */
export async function endAllTesting(userId: string, idempotencyKey: string): Promise<number> {
  const answer = await call(assessmentSettingsRoutes.emptyProfileEndTesting, { body: { userId }, idempotencyKey });
  return answer.refundTokens;
}
