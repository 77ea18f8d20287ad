import type { WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../application/clock.js';
import { metadataOfEvent } from '../../application/metadata.js';
import { PayReward } from '../../application/pay-reward.js';
import { nextDay } from '../../application/reward-allowance.js';
import { addReward, REWARDS_QUEUE, type RewardPayload } from './rewards.job.js';

/** Pays rewards that waited for allowance; what does not fit today either waits for the next day. Redelivery is a replay. */
@Injectable()
export class RewardsProcessor implements Processor {
  readonly queue = REWARDS_QUEUE;

  constructor(
    @Inject(PayReward) private readonly paying: PayReward,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const payload = item.payload as RewardPayload;
    const paid = await this.paying.run(payload.reward, metadataOfEvent(payload.cause));
    if (!paid) await addReward(session, payload, nextDay(this.clock()));
  }
}
