import type { WorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import { NotYetError, type Processor } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { REWARDS_QUEUE, type RewardPayload } from './bookings.job.js';
import { PayReward } from './pay-reward.js';

/**
 * Pays rewards that waited for allowance. What does not fit waits on, by this process's clock, whose day the allowance is of:
 * while that clock is behind the database's, the item is only tried again soon. Redelivery is a replay.
 */
@Injectable()
export class RewardsProcessor implements Processor {
  readonly queue = REWARDS_QUEUE;

  constructor(private readonly paying: PayReward) {}

  async handle(item: WorkItem): Promise<void> {
    const { cause, reward } = item.payload as RewardPayload;
    const until = await this.paying.run(reward, causedBy(cause));
    if (until) throw new NotYetError('the allowance of the day is used up', { until });
  }
}
