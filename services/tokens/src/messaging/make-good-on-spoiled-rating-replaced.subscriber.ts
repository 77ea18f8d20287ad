import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { MakeGood } from '../application/make-good.js';

const event = assessmentsEvents.SpoiledRatingReplaced;

/** Pays for the assessor who takes the place. Redelivery: the rating has its key, and the transfer is a replay. */
@Injectable()
export class MakeGoodOnSpoiledRatingReplaced implements Subscriber<typeof event.data> {
  readonly name = 'make-good-on-spoiled-rating-replaced';
  readonly event = event;

  constructor(@Inject(MakeGood) private readonly making: MakeGood) {}

  async handle(received: ReceivedEvent<typeof event.data>): Promise<void> {
    const { replacedAt: at, submissionId, assessmentId, userId, amountTokens } = received.data;
    if (amountTokens === 0) return;
    const rating = { submissionId, assessmentId, userId, amountTokens, isReplaced: true, at };
    await this.making.run(rating, causedBy(received));
  }
}
