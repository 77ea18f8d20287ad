import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

const consumer = consumers.photos['return-on-assessed-photo-ended'];
type Data = typeof consumer.event.data;

/** Redelivery: an assessment ends once. A photo that its owner has moved meanwhile stays where it is. */
@Injectable()
export class ReturnOnAssessedPhotoEnded implements Subscriber<Data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction) {
    const { photoAssessmentId, photoId, userId } = event.data;
    await this.assessments.endTest({ photoAssessmentId, photoId, userId }, { session, metadata: causedBy(event) });
  }
}
