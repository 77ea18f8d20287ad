import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { BookSubmission } from './book-submission.js';

const event = assessmentsEvents.RatingsAccepted;

/** Consumes the price of each rating and rewards the rater. Redelivery: every transfer has its own key and is a replay. */
@Injectable()
export class BookOnRatingsAccepted implements Subscriber<typeof event.data> {
  readonly name = 'book-on-ratings-accepted';
  readonly event = event;

  constructor(@Inject(BookSubmission) private readonly booking: BookSubmission) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { submissionId, raterId, rewardTokens: amountTokens, acceptedAt, ratings } = received.data;
    const submission = {
      submissionId,
      acceptedAt,
      ratings: ratings.map(({ assessmentId, consumedTokens }) => ({ assessmentId, consumedTokens })),
    };
    await this.booking.run(received, submission, { submissionId, raterId, amountTokens, acceptedAt }, session);
  }
}
