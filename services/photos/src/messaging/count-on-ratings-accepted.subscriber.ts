import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

/** Redelivery: the inbox knows the event, so a rating counts once. Ratings of a test that was reset count nothing. */
@Injectable()
export class CountOnRatingsAccepted implements Subscriber<typeof assessmentsEvents.RatingsAccepted.data> {
  readonly name = 'count-on-ratings-accepted';
  readonly event = assessmentsEvents.RatingsAccepted;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(
    event: ReceivedEvent<typeof assessmentsEvents.RatingsAccepted.data>,
    { session }: SubscriberTransaction,
  ) {
    const { photoAssessmentId, ratings } = event.data;
    const photoIds = ratings.filter(({ score }) => score !== null).map(({ photoId }) => photoId);
    await this.assessments.countRatings({ photoAssessmentId, photoIds }, { session, metadata: causedBy(event) });
  }
}
