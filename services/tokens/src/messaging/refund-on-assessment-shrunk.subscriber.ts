import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { addRefund } from '../jobs/refunds/refunds.job.js';

const event = assessmentsEvents.AssessmentShrunk;

/** Leaves the refund to the worker. Redelivery: the work item has the refund's id, and there is one. */
@Injectable()
export class RefundOnAssessmentShrunk implements Subscriber<typeof event.data> {
  readonly name = 'refund-on-assessment-shrunk';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { eventId, correlationId, actor, traceparent, data } = received;
    const { assessmentId, userId, refundId, refundTokens: amountTokens, shrunkAt: endedAt } = data;
    if (amountTokens === 0) return;
    const refund = { refundId, assessmentId, userId, amountTokens, endedAt };
    await addRefund(session, { cause: { eventId, correlationId, actor, traceparent }, refund });
  }
}
