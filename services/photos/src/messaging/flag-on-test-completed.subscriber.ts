import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

/** Redelivery: a test is completed once. Only the first assessment concerns a photo's owner here. */
@Injectable()
export class FlagOnTestCompleted implements Subscriber<typeof assessmentsEvents.TestCompleted.data> {
  readonly name = 'flag-on-test-completed';
  readonly event = assessmentsEvents.TestCompleted;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(event: ReceivedEvent<typeof assessmentsEvents.TestCompleted.data>, { session }: SubscriberTransaction) {
    const { testId, userId, isFirstAssessment } = event.data;
    if (!isFirstAssessment) return;
    await this.assessments.completeFirstTest({ testId, userId }, { session, metadata: causedBy(event) });
  }
}
