import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { BookSubmission } from './book-submission.js';

const event = assessmentsEvents.GoldRatingsAccepted;

/** Rewards the rater as for any submission; there is nothing to consume. Redelivery: the reward's key makes it a replay. */
@Injectable()
export class RewardOnGoldRatingsAccepted implements Subscriber<typeof event.data> {
  readonly name = 'reward-on-gold-ratings-accepted';
  readonly event = event;

  constructor(@Inject(BookSubmission) private readonly booking: BookSubmission) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { submissionId, userId: raterId, rewardTokens: amountTokens, acceptedAt } = received.data;
    const submission = { submissionId, acceptedAt, ratings: [] };
    await this.booking.run(received, submission, { submissionId, raterId, amountTokens, acceptedAt }, session);
  }
}
