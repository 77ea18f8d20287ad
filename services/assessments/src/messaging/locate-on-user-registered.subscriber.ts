import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordCountry } from '../participants/participants.rows.js';

const event = identityEvents.UserRegistered;

/** Redelivery, and a country chosen meanwhile, leave everything as it is. */
@Injectable()
export class LocateOnUserRegistered implements Subscriber<typeof event.data> {
  readonly name = 'locate-on-user-registered';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, country } = received.data;
    await recordCountry(session, userId, country, received.streamVersion);
  }
}
