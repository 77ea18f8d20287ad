import { evaluationGroupsEvents } from '@candid/contracts';
import { causeOf, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { addRefund } from '../jobs/refunds/refunds.job.js';

const event = evaluationGroupsEvents.GroupShrunk;

/** Leaves the refund to the worker. Redelivery: the work item has the refund's id, and there is one. */
@Injectable()
export class RefundOnGroupShrunk implements Subscriber<typeof event.data> {
  readonly name = 'refund-on-group-shrunk';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { refundId, assessmentId, userId, refundTokens: amountTokens, shrunkAt: endedAt } = received.data;
    if (amountTokens === 0) return;
    const refund = { refundId, assessmentId, userId, amountTokens, endedAt };
    await addRefund(session, { cause: causeOf(received), refund });
  }
}
