import { evaluationGroupsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { FundOnStart } from './fund-on-start.js';

const event = evaluationGroupsEvents.GroupExtended;

/** Adds to the escrow of a profile assessment that takes more evaluators, in any order with its start. Redelivery is a replay. */
@Injectable()
export class PostHoldOnGroupExtended implements Subscriber<typeof event.data> {
  readonly name = 'post-hold-on-group-extended';
  readonly event = event;

  constructor(@Inject(FundOnStart) private readonly funding: FundOnStart) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, holdId, extendedAt: startedAt, assessmentId, amountTokens } = received.data;
    const test = { userId, holdId, startedAt, assessments: [{ assessmentId, amountTokens }] };
    await this.funding.run(received, test, session);
  }
}
