import { identityEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { GrantWelcomeTokens } from '../application/grant-welcome-tokens.js';
import { metadataOfEvent } from '../application/metadata.js';

const event = identityEvents.UserRegistered;

/** Redelivery: the grant's key is the user's, so a second one is a replay. */
@Injectable()
export class GrantOnUserRegistered implements Subscriber<typeof event.data> {
  readonly name = 'grant-on-user-registered';
  readonly event = event;

  constructor(@Inject(GrantWelcomeTokens) private readonly granting: GrantWelcomeTokens) {}

  async handle(received: ReceivedEvent<typeof event.data>): Promise<void> {
    const { data, recordedAt: registeredAt } = received;
    await this.granting.run({ userId: data.userId, registeredAt }, metadataOfEvent(received));
  }
}
