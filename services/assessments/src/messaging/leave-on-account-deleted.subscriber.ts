import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { metadataOf } from '../application/command-context.js';
import { Leave } from '../application/leave.js';

const event = identityEvents.AccountDeleted;

/** Redelivery is no event again: what has ended and is forgotten is in no test any more. */
@Injectable()
export class LeaveOnAccountDeleted implements Subscriber<typeof event.data> {
  readonly name = 'leave-on-account-deleted';
  readonly event = event;

  constructor(@Inject(Leave) private readonly leave: Leave) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    await this.leave.run(received.data.userId, metadataOf(received), session);
  }
}
