import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { GiveBackFirstTry } from '../application/give-back-first-try.js';

const consumer = consumers.tokens['give-back-on-first-assessment-reset'];

/** Redelivery: the transfer's key is the person's, so a second one is a replay. */
@Injectable()
export class GiveBackOnFirstAssessmentReset implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(@Inject(GiveBackFirstTry) private readonly giving: GiveBackFirstTry) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>): Promise<void> {
    const { data, recordedAt: resetAt } = received;
    const { userId, givenBackTokens: amountTokens } = data;
    if (amountTokens === 0) return;
    await this.giving.run({ userId, amountTokens, resetAt }, causedBy(received));
  }
}
