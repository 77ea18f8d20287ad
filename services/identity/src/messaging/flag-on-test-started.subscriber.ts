import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { AccountCommands } from '../application/account-commands.js';
import { causedBy, utc } from './caused-by.js';

const subscribed = assessmentsEvents.TestStarted;
type Data = typeof subscribed.data;

/** Redelivery changes nothing. Out of order: facts are kept by test, and a test that was reset stays so. */
@Injectable()
export class FlagOnTestStarted implements Subscriber<Data> {
  readonly name = 'flag-on-test-started';
  readonly event = subscribed;

  constructor(@Inject(AccountCommands) private readonly accounts: AccountCommands) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, testId, startedAt, isFirstAssessment } = event.data;
    if (!isFirstAssessment) return;
    const command = { type: 'RecordFirstAssessmentStart', testId, startedAt: utc(startedAt) } as const;
    await this.accounts.runWithin(session, userId, command, causedBy(event));
  }
}
