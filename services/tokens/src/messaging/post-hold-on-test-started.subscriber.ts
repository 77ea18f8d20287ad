import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { FundOnStart } from './fund-on-start.js';

const event = assessmentsEvents.TestStarted;

/** Fills the escrows of a started test. Redelivery: the hold's stream and the charge's key make it a replay. */
@Injectable()
export class PostHoldOnTestStarted implements Subscriber<typeof event.data> {
  readonly name = 'post-hold-on-test-started';
  readonly event = event;

  constructor(@Inject(FundOnStart) private readonly funding: FundOnStart) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { data } = received;
    await this.funding.run(received, data, session);
  }
}
