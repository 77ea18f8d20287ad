import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordCountry } from '../participants/participants.rows.js';

const event = identityEvents.CountryChosen;

/** Redelivery, and an older choice that arrives late, change nothing: the account's stream version decides. */
@Injectable()
export class LocateOnCountryChosen implements Subscriber<typeof event.data> {
  readonly name = 'locate-on-country-chosen';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, country } = received.data;
    await recordCountry(session, userId, country, received.streamVersion);
  }
}
