import { consumers } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordApproval } from '../participants/participants.rows.js';

const consumer = consumers.assessments['allow-on-assessor-approved'];

/** Redelivery changes nothing: approved stays approved. */
@Injectable()
export class AllowOnAssessorApproved implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  async handle({ data }: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction): Promise<void> {
    await recordApproval(session, data.userId);
  }
}
