import type { SqlSession } from '@candid/event-store';
import { type CauseEvent, causedBy, causeOf } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../application/clock.js';
import { type AcceptedSubmission, ConsumeEscrows } from '../application/consume-escrows.js';
import { PayReward, type Reward } from '../application/pay-reward.js';
import { nextDay } from '../application/reward-allowance.js';
import { EscrowShortError } from '../application/transfers.js';
import { addBooking } from '../jobs/bookings/bookings.job.js';
import { addReward } from '../jobs/rewards/rewards.job.js';

/**
 * Consumes the price of a submission's ratings and rewards the rater. Every transfer has its own key, which makes a
 * redelivery a replay. What cannot be booked yet, because the escrow is not there or the day's allowance is used up, is left
 * to the worker.
 */
@Injectable()
export class BookSubmission {
  constructor(
    @Inject(ConsumeEscrows) private readonly consuming: ConsumeEscrows,
    @Inject(PayReward) private readonly paying: PayReward,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(received: CauseEvent, submission: AcceptedSubmission, reward: Reward, session: SqlSession): Promise<void> {
    await Promise.all([this.consume(received, submission, session), this.reward(received, reward, session)]);
  }

  private async consume(received: CauseEvent, submission: AcceptedSubmission, session: SqlSession): Promise<void> {
    try {
      await this.consuming.run(submission, causedBy(received));
    } catch (error) {
      if (!(error instanceof EscrowShortError)) throw error;
      await addBooking(session, { kind: 'consume', cause: causeOf(received), submission }, this.clock());
    }
  }

  private async reward(received: CauseEvent, reward: Reward, session: SqlSession): Promise<void> {
    if (reward.amountTokens === 0) return;
    const paid = await this.paying.run(reward, causedBy(received));
    if (!paid) await addReward(session, { cause: causeOf(received), reward }, nextDay(this.clock()));
  }
}
