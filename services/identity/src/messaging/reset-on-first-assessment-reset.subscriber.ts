import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { AccountCommands } from '../application/account-commands.js';
import { causedBy, utc } from './caused-by.js';

const subscribed = assessmentsEvents.FirstAssessmentReset;
type Data = typeof subscribed.data;

/** Redelivery changes nothing. Out of order: it undoes its own test and what was done before it, never a newer test. */
@Injectable()
export class ResetOnFirstAssessmentReset implements Subscriber<Data> {
  readonly name = 'reset-on-first-assessment-reset';
  readonly event = subscribed;

  constructor(@Inject(AccountCommands) private readonly accounts: AccountCommands) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, testId } = event.data;
    const command = { type: 'RecordFirstAssessmentReset', testId, resetAt: utc(event.recordedAt) } as const;
    await this.accounts.runWithin(session, userId, command, causedBy(event));
  }
}
