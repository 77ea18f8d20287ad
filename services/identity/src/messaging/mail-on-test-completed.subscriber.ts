import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { addResultsInMail } from '../application/mail-work.js';

const subscribed = assessmentsEvents.TestCompleted;
type Data = typeof subscribed.data;

/** Redelivery: the work item's id is the test's, so that a test is told of once. */
@Injectable()
export class MailOnTestCompleted implements Subscriber<Data> {
  readonly name = 'mail-on-test-completed';
  readonly event = subscribed;

  async handle({ data, correlationId }: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    await addResultsInMail(session, { userId: data.userId, testId: data.testId, correlationId });
  }
}
