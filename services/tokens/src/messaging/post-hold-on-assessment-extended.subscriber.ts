import { assessmentsEvents } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../application/clock.js';
import { FundEscrows } from '../application/fund-escrows.js';
import { metadataOfEvent } from '../application/metadata.js';
import { addBooking } from '../jobs/bookings/bookings.job.js';

const event = assessmentsEvents.AssessmentExtended;

/**
 * Adds to the escrow of an assessment that takes more assessors, in any order with its start. Redelivery: the hold's stream
 * and the charge's key make it a replay.
 */
@Injectable()
export class PostHoldOnAssessmentExtended implements Subscriber<typeof event.data> {
  readonly name = 'post-hold-on-assessment-extended';
  readonly event = event;

  constructor(
    @Inject(FundEscrows) private readonly funding: FundEscrows,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { eventId, correlationId, actor, traceparent, data } = received;
    const { userId, holdId, extendedAt: startedAt, assessmentId, amountTokens } = data;
    const test = { userId, holdId, startedAt, assessments: [{ assessmentId, amountTokens }] };
    try {
      await this.funding.run(test, metadataOfEvent(received));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS')) throw error;
      const cause = { eventId, correlationId, actor, traceparent };
      await addBooking(session, { kind: 'fund', cause, test }, this.clock());
    }
  }
}
