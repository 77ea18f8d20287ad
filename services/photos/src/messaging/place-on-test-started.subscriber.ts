import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

const consumer = consumers.photos['place-on-test-started'];
type Data = typeof consumer.event.data;

/** Redelivery: the inbox knows the event; a photo stands in one test's pool once. A start after its end changes nothing. */
@Injectable()
export class PlaceOnTestStarted implements Subscriber<Data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction) {
    const { testId, assessments } = event.data;
    const photoIds = assessments.map((assessment) => assessment.photoId);
    await this.assessments.startTest({ testId, photoIds }, { session, metadata: causedBy(event) });
  }
}
