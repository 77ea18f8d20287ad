import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { Leave } from '../owner/leave.js';

const consumer = consumers.assessments['leave-on-account-deleted'];

/** Redelivery is no event again: what has ended and is forgotten is in no test any more. */
@Injectable()
export class LeaveOnAccountDeleted implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(@Inject(Leave) private readonly leave: Leave) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction): Promise<void> {
    await this.leave.run(received.data.userId, causedBy(received), session);
  }
}
