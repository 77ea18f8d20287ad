import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { FollowAssessments } from '../application/follow-assessments.js';

/** Redelivery: a test is reset once; ratings of it that come later count nothing. */
@Injectable()
export class ResetOnFirstAssessmentReset implements Subscriber<typeof assessmentsEvents.FirstAssessmentReset.data> {
  readonly name = 'reset-on-first-assessment-reset';
  readonly event = assessmentsEvents.FirstAssessmentReset;

  constructor(private readonly assessments: FollowAssessments) {}

  async handle(
    event: ReceivedEvent<typeof assessmentsEvents.FirstAssessmentReset.data>,
    { session }: SubscriberTransaction,
  ) {
    const { photoAssessmentId, userId, photoIds } = event.data;
    await this.assessments.resetFirstTest(
      { photoAssessmentId, userId, photoIds },
      { session, metadata: causedBy(event) },
    );
  }
}
