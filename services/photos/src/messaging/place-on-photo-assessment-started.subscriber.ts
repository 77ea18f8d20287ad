import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

const consumer = consumers.photos['place-on-photo-assessment-started'];
type Data = typeof consumer.event.data;

/** Redelivery: the inbox knows the event; a photo stands in one test's pool once. A start after its end changes nothing. */
@Injectable()
export class PlaceOnPhotoAssessmentStarted implements Subscriber<Data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction) {
    const { photoAssessmentId, assessments } = event.data;
    const photoIds = assessments.map((assessment) => assessment.photoId);
    await this.assessments.startTest({ photoAssessmentId, photoIds }, { session, metadata: causedBy(event) });
  }
}
