import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

/** Redelivery: a test is completed once. Only the first assessment concerns a photo's owner here. */
@Injectable()
export class FlagOnPhotoAssessmentCompleted
  implements Subscriber<typeof assessmentsEvents.PhotoAssessmentCompleted.data>
{
  readonly name = 'flag-on-photo-assessment-completed';
  readonly event = assessmentsEvents.PhotoAssessmentCompleted;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(
    event: ReceivedEvent<typeof assessmentsEvents.PhotoAssessmentCompleted.data>,
    { session }: SubscriberTransaction,
  ) {
    const { photoAssessmentId, userId, isFirstAssessment } = event.data;
    if (!isFirstAssessment) return;
    await this.assessments.completeFirstTest({ photoAssessmentId, userId }, { session, metadata: causedBy(event) });
  }
}
