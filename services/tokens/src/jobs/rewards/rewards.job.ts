import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '@candid/platform';
import type { Reward } from '../../application/pay-reward.js';

export const REWARDS_QUEUE = 'rewards';

export interface RewardPayload {
  cause: CauseEvent;
  reward: Reward;
}

/** A reward that is owed and waits for a day with allowance left. Once per submission; false if it was there before. */
export async function addReward(session: SqlSession, payload: RewardPayload, payableAt: Date): Promise<boolean> {
  const id = `reward-${payload.reward.submissionId}`;
  return addWorkItem(session, { id, queue: REWARDS_QUEUE, payload, availableAt: payableAt });
}
