import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { GrantWelcomeTokens } from '../application/grant-welcome-tokens.js';

const consumer = consumers.tokens['grant-on-user-registered'];

/** Redelivery: the grant's key is the user's, so a second one is a replay. */
@Injectable()
export class GrantOnUserRegistered implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(@Inject(GrantWelcomeTokens) private readonly granting: GrantWelcomeTokens) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>): Promise<void> {
    const { data, recordedAt: registeredAt } = received;
    if (data.hasWelcomeGrant === false) return;
    await this.granting.run({ userId: data.userId, registeredAt }, causedBy(received));
  }
}
