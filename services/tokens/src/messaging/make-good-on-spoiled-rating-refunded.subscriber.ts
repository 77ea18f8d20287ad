import { assessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { MakeGood } from '../application/make-good.js';

const event = assessmentsEvents.SpoiledRatingRefunded;

/** Gives the price back to the owner. Redelivery: the rating has its key, and the transfer is a replay. */
@Injectable()
export class MakeGoodOnSpoiledRatingRefunded implements Subscriber<typeof event.data> {
  readonly name = 'make-good-on-spoiled-rating-refunded';
  readonly event = event;

  constructor(@Inject(MakeGood) private readonly making: MakeGood) {}

  async handle(received: ReceivedEvent<typeof event.data>): Promise<void> {
    const { refundedAt: at, submissionId, assessmentId, userId, amountTokens } = received.data;
    if (amountTokens === 0) return;
    const rating = { submissionId, assessmentId, userId, amountTokens, isReplaced: false, at };
    await this.making.run(rating, causedBy(received));
  }
}
