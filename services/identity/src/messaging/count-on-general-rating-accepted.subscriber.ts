import { evaluationGroupsEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { AccountCommands } from '../application/account-commands.js';
import { causedBy } from './caused-by.js';

const subscribed = evaluationGroupsEvents.GeneralRatingAccepted;
type Data = typeof subscribed.data;

/** Redelivery: the inbox lets each evaluation count once. Order does not matter to a sum. */
@Injectable()
export class CountOnGeneralRatingAccepted implements Subscriber<Data> {
  readonly name = 'count-on-general-rating-accepted';
  readonly event = subscribed;

  constructor(@Inject(AccountCommands) private readonly accounts: AccountCommands) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, submissionId } = event.data;
    await this.accounts.runWithin(session, userId, { type: 'NotifyOfGeneralRating', submissionId }, causedBy(event));
  }
}
