import { photosEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { AccountCommands } from '../application/account-commands.js';
import { causedBy, utc } from './caused-by.js';

const subscribed = photosEvents.PhotoPlacedInProfile;
type Data = typeof subscribed.data;

/** Redelivery changes nothing. Out of order: the latest first profile counts, against the latest reset. */
@Injectable()
export class FlagOnPhotoPlacedInProfile implements Subscriber<Data> {
  readonly name = 'flag-on-photo-placed-in-profile';
  readonly event = subscribed;

  constructor(@Inject(AccountCommands) private readonly accounts: AccountCommands) {}

  async handle(event: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId, photoId, wasFirstProfileSet } = event.data;
    if (!wasFirstProfileSet) return;
    const command = { type: 'RecordFirstProfile', photoId, madeAt: utc(event.recordedAt) } as const;
    await this.accounts.runWithin(session, userId, command, causedBy(event));
  }
}
