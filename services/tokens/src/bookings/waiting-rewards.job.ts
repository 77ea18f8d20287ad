import { EventStore, noteWork, sessionOfClient } from '@candid/event-store';
import { PLATFORM, type Platform } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { REWARDS_QUEUE } from './bookings.job.js';
import { dueTokens, releaseRewards } from './payable-rewards.rows.js';
import { RewardAllowance } from './reward-allowance.js';

/**
 * Makes as many waiting rewards due as the day's allowance pays, the longest waiting first. So a day costs one attempt per
 * reward that it pays, however many wait.
 */
@Injectable()
export class WaitingRewardsJob implements RepeatedJob {
  readonly name = 'tokens-waiting-rewards';
  readonly everyMs = LIMITS.rewardReleaseMs;

  constructor(
    private readonly store: EventStore,
    private readonly allowance: RewardAllowance,
    @Inject(PLATFORM) { metrics }: Platform,
  ) {
    metrics.gaugeBy('ledger_rewards_of_day_tokens', 'Rewards of the day, paid and at most', 'figure', async () => {
      const { paidTokens, capTokens } = await allowance.today();
      return new Map(Object.entries({ paid: paidTokens, cap: capTokens }));
    });
  }

  async run(): Promise<void> {
    const session = sessionOfClient(this.store.pool);
    for (;;) {
      const { paidTokens, capTokens } = await this.allowance.today();
      const leftTokens = capTokens - paidTokens - (await dueTokens(session));
      if (leftTokens <= 0) return;
      const released = await releaseRewards(session, leftTokens, LIMITS.rewardsReleasedAtOnce);
      if (released > 0) noteWork(REWARDS_QUEUE);
      if (released < LIMITS.rewardsReleasedAtOnce) return;
    }
  }
}
