import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { FundOnStart } from './fund-on-start.js';

const event = assessmentsEvents.AssessmentExtended;

/** Adds to the escrow of an assessment that takes more assessors, in any order with its start. Redelivery is a replay. */
@Injectable()
export class PostHoldOnAssessmentExtended implements Subscriber<typeof event.data> {
  readonly name = 'post-hold-on-assessment-extended';
  readonly event = event;

  constructor(@Inject(FundOnStart) private readonly funding: FundOnStart) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, holdId, extendedAt: startedAt, assessmentId, amountTokens } = received.data;
    const test = { userId, holdId, startedAt, assessments: [{ assessmentId, amountTokens }] };
    await this.funding.run(received, test, session);
  }
}
