import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { addRefund } from '../jobs/refunds/refunds.job.js';

const event = assessmentsEvents.AssessmentEnded;

/** Leaves the refund to the worker. Redelivery: the work item is the assessment's, and there is one. */
@Injectable()
export class RefundOnAssessmentEnded implements Subscriber<typeof event.data> {
  readonly name = 'refund-on-assessment-ended';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { eventId, correlationId, actor, traceparent, data, recordedAt: endedAt } = received;
    const { assessmentId, userId, refundTokens: amountTokens } = data;
    if (amountTokens === 0) return;
    const refund = { assessmentId, userId, amountTokens, endedAt };
    await addRefund(session, { cause: { eventId, correlationId, actor, traceparent }, refund });
  }
}
