import { evaluationGroupsEvents } from '@candid/contracts';
import { causeOf, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { addRefund } from '../jobs/refunds/refunds.job.js';

const event = evaluationGroupsEvents.GroupEnded;

/** Leaves the refund to the worker. Redelivery: the work item is the run's, and there is one. */
@Injectable()
export class RefundOnGroupEnded implements Subscriber<typeof event.data> {
  readonly name = 'refund-on-group-ended';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { assessmentId, userId, refundTokens: amountTokens, endedAt } = received.data;
    if (amountTokens === 0) return;
    const refund = { assessmentId, userId, amountTokens, endedAt };
    await addRefund(session, { cause: causeOf(received), refund });
  }
}
