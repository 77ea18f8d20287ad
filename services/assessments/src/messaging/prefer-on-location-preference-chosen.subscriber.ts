import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordPreference } from '../participants/participants.rows.js';

const event = identityEvents.LocationPreferenceChosen;

/** Redelivery, and an older choice that comes late, change nothing: the account's stream version decides. */
@Injectable()
export class PreferOnLocationPreferenceChosen implements Subscriber<typeof event.data> {
  readonly name = 'prefer-on-location-preference-chosen';
  readonly event = event;

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, locationsPreference } = received.data;
    await recordPreference(session, userId, locationsPreference, received.streamVersion);
  }
}
