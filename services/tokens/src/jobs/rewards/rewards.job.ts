import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '../../application/metadata.js';
import type { Reward } from '../../application/pay-reward.js';

export const REWARDS_QUEUE = 'rewards';

export interface RewardPayload {
  cause: CauseEvent;
  reward: Reward;
}

/** A reward that is owed and waits for a day with allowance left. Once per submission and day; false where it was there before. */
export async function addReward(session: SqlSession, payload: RewardPayload, payableAt: Date): Promise<boolean> {
  const day = payableAt.toISOString().slice(0, 10);
  const id = `reward-${payload.reward.submissionId}-${day}`;
  return addWorkItem(session, { id, queue: REWARDS_QUEUE, payload, availableAt: payableAt });
}
