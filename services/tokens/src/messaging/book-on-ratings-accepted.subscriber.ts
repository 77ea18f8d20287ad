import { assessmentsEvents } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../application/clock.js';
import { ConsumeEscrows } from '../application/consume-escrows.js';
import { metadataOfEvent } from '../application/metadata.js';
import { PayReward } from '../application/pay-reward.js';
import { nextDay } from '../application/reward-allowance.js';
import { EscrowShortError } from '../application/transfers.js';
import { addBooking } from '../jobs/bookings/bookings.job.js';
import { addReward } from '../jobs/rewards/rewards.job.js';

const event = assessmentsEvents.RatingsAccepted;
type Received = ReceivedEvent<typeof event.data>;

/**
 * Consumes the price of each rating and rewards the rater. Redelivery: every transfer has its own key and is a replay.
 * What cannot be booked yet, because the escrow is not there or the day's allowance is used up, is left to the worker.
 */
@Injectable()
export class BookOnRatingsAccepted implements Subscriber<typeof event.data> {
  readonly name = 'book-on-ratings-accepted';
  readonly event = event;

  constructor(
    @Inject(ConsumeEscrows) private readonly consuming: ConsumeEscrows,
    @Inject(PayReward) private readonly paying: PayReward,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(received: Received, { session }: SubscriberTransaction): Promise<void> {
    await Promise.all([this.consume(received, session), this.reward(received, session)]);
  }

  private async consume(received: Received, session: SqlSession): Promise<void> {
    const { submissionId, acceptedAt, ratings } = received.data;
    const submission = {
      submissionId,
      acceptedAt,
      ratings: ratings.map(({ assessmentId, consumedTokens }) => ({ assessmentId, consumedTokens })),
    };
    try {
      await this.consuming.run(submission, metadataOfEvent(received));
    } catch (error) {
      if (!(error instanceof EscrowShortError)) throw error;
      await addBooking(session, { kind: 'consume', cause: causeOf(received), submission }, this.clock());
    }
  }

  private async reward(received: Received, session: SqlSession): Promise<void> {
    const { submissionId, raterId, rewardTokens: amountTokens, acceptedAt } = received.data;
    if (amountTokens === 0) return;
    const reward = { submissionId, raterId, amountTokens, acceptedAt };
    const paid = await this.paying.run(reward, metadataOfEvent(received));
    if (!paid) await addReward(session, { cause: causeOf(received), reward }, nextDay(this.clock()));
  }
}

const causeOf = ({ eventId, correlationId, actor, traceparent }: Received) => ({
  eventId,
  correlationId,
  actor,
  traceparent,
});
