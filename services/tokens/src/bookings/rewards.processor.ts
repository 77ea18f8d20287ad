import type { WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, causedBy } from '@candid/platform';
import { NotYetError, type Processor } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { REWARDS_QUEUE, type RewardPayload } from './bookings.job.js';
import { PayReward } from './pay-reward.js';
import { nextDay } from './reward-allowance.js';

/**
 * Pays rewards that waited for allowance. What does not fit today waits for the next day by this process's clock, whose day
 * the allowance is of: while that clock is behind the database's, the item is only tried again soon. Redelivery is a replay.
 */
@Injectable()
export class RewardsProcessor implements Processor {
  readonly queue = REWARDS_QUEUE;

  constructor(
    private readonly paying: PayReward,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem): Promise<void> {
    const { cause, reward } = item.payload as RewardPayload;
    if (await this.paying.run(reward, causedBy(cause))) return;
    throw new NotYetError('the allowance of the day is used up', { until: nextDay(this.clock()) });
  }
}
