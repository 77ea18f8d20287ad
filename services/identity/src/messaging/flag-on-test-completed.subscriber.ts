import { assessmentsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { AccountCommands } from '../application/account-commands.js';
import { causedBy, utc } from './caused-by.js';

const subscribed = assessmentsEvents.TestCompleted;
type Data = typeof subscribed.data;

/** Redelivery changes nothing. Out of order: a completion may come before its start and after its reset. */
@Injectable()
export class FlagOnTestCompleted implements Subscriber<Data> {
  readonly name = 'flag-on-test-completed';
  readonly event = subscribed;

  constructor(@Inject(AccountCommands) private readonly accounts: AccountCommands) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, testId, completedAt, isFirstAssessment } = event.data;
    if (!isFirstAssessment) return;
    const command = { type: 'RecordFirstAssessmentCompletion', testId, completedAt: utc(completedAt) } as const;
    await this.accounts.runWithin(session, userId, command, causedBy(event));
  }
}
