import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordCountry } from '../records/participants.js';

const event = identityEvents.UserRegistered;

/** Redelivery writes the same country again. */
@Injectable()
export class LocateOnUserRegistered implements Subscriber<typeof event.data> {
  readonly name = 'locate-on-user-registered';
  readonly event = event;

  async handle({ data }: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    await recordCountry(session, data.userId, data.country);
  }
}
