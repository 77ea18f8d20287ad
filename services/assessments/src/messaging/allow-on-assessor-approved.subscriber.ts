import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordApproval } from '../records/participants.js';

const event = identityEvents.AssessorApproved;

/** Redelivery changes nothing: approved stays approved. */
@Injectable()
export class AllowOnAssessorApproved implements Subscriber<typeof event.data> {
  readonly name = 'allow-on-assessor-approved';
  readonly event = event;

  async handle({ data }: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    await recordApproval(session, data.userId);
  }
}
