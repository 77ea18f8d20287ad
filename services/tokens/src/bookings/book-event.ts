import type { SqlSession } from '@candid/event-store';
import { type CauseEvent, CLOCK, type Clock, causedBy, causeOf } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PostTransfer } from '../ledger/domain/commands.js';
import type { Reward } from '../ledger/domain/posted-transfers.js';
import { lacksTokens, Transfers } from '../ledger/transfers.js';
import { addConsumption, addFunding, addRefund, addReward } from './bookings.job.js';
import type { EventBookings } from './bookings-of-event.js';
import { FundEscrows, type FundedStart } from './fund-escrows.js';
import { PayReward } from './pay-reward.js';

/**
 * Books what an event makes due. Every transfer has its own key, so a redelivery is a replay. What cannot be booked yet,
 * because the tokens are not there or the day's allowance is used up, becomes a work item in the subscriber's transaction.
 */
@Injectable()
export class BookEvent {
  constructor(
    private readonly transfers: Transfers,
    private readonly funding: FundEscrows,
    private readonly paying: PayReward,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(received: CauseEvent, due: EventBookings, session: SqlSession): Promise<void> {
    const cause = causeOf(received);
    const metadata = causedBy(received);
    await Promise.all([
      due.start && this.fund(due.start, cause, session),
      due.consumed && this.consume(due.consumed, cause, session),
      due.reward && this.reward(due.reward, cause, session),
      // The ratings before the end may not be consumed yet: the worker waits for that.
      due.refund && addRefund(session, cause, due.refund),
      due.returned && this.transfers.post(due.returned, metadata),
    ]);
  }

  private async fund(start: FundedStart, cause: CauseEvent, session: SqlSession): Promise<void> {
    try {
      await this.funding.run(start, causedBy(cause));
    } catch (error) {
      if (!lacksTokens(error)) throw error;
      await addFunding(session, cause, start, this.clock());
    }
  }

  private async consume(transfers: PostTransfer[], cause: CauseEvent, session: SqlSession): Promise<void> {
    try {
      await Promise.all(transfers.map((transfer) => this.transfers.post(transfer, causedBy(cause))));
    } catch (error) {
      if (!lacksTokens(error)) throw error;
      await addConsumption(session, cause, transfers, this.clock());
    }
  }

  private async reward(reward: Reward, cause: CauseEvent, session: SqlSession): Promise<void> {
    const payableAt = await this.paying.run(reward, causedBy(cause));
    if (payableAt) await addReward(session, cause, reward, payableAt);
  }
}
