import { evaluationGroupsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { BookSubmission } from './book-submission.js';

const event = evaluationGroupsEvents.GeneralRatingAccepted;

/** Consumes the price of an evaluation and rewards the rater. Redelivery: every transfer has its own key and is a replay. */
@Injectable()
export class BookOnGeneralRatingAccepted implements Subscriber<typeof event.data> {
  readonly name = 'book-on-general-rating-accepted';
  readonly event = event;

  constructor(@Inject(BookSubmission) private readonly booking: BookSubmission) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { submissionId, assessmentId, raterId, consumedTokens, acceptedAt } = received.data;
    const submission = { submissionId, acceptedAt, ratings: [{ assessmentId, consumedTokens }] };
    const reward = { submissionId, raterId, amountTokens: received.data.rewardTokens, acceptedAt };
    await this.booking.run(received, submission, reward, session);
  }
}
