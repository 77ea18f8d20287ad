import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';
import { metadataOf } from '../application/photo-decision.js';

/** Redelivery: the inbox knows the event; a photo stands in one test's pool once. A start after its end changes nothing. */
@Injectable()
export class PlaceOnTestStarted implements Subscriber<typeof assessmentsEvents.TestStarted.data> {
  readonly name = 'place-on-test-started';
  readonly event = assessmentsEvents.TestStarted;

  constructor(@Inject(FollowAssessments) private readonly assessments: FollowAssessments) {}

  async handle(event: ReceivedEvent<typeof assessmentsEvents.TestStarted.data>, { session }: SubscriberTransaction) {
    const { testId, assessments } = event.data;
    const photoIds = assessments.map((assessment) => assessment.photoId);
    await this.assessments.startTest({ testId, photoIds }, { session, metadata: metadataOf(event) });
  }
}
