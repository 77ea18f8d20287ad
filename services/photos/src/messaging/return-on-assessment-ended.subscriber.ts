import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';
import { metadataOf } from '../application/photo-decision.js';

/** Redelivery: an assessment ends once. A photo that its owner has moved meanwhile stays where it is. */
@Injectable()
export class ReturnOnAssessmentEnded implements Subscriber<typeof assessmentsEvents.AssessmentEnded.data> {
  readonly name = 'return-on-assessment-ended';
  readonly event = assessmentsEvents.AssessmentEnded;

  constructor(@Inject(FollowAssessments) private readonly assessments: FollowAssessments) {}

  async handle(
    event: ReceivedEvent<typeof assessmentsEvents.AssessmentEnded.data>,
    { session }: SubscriberTransaction,
  ) {
    const { testId, photoId, userId } = event.data;
    await this.assessments.endTest({ testId, photoId, userId }, { session, metadata: metadataOf(event) });
  }
}
