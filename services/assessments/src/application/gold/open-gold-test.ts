import { Inject, Injectable } from '@nestjs/common';
import type { GoldOffer } from '../../projections/gold/gold.query.js';
import type { CommandContext } from '../command-context.js';
import * as deciders from '../deciders.js';
import { type ReservedSlot, ReserveSlot } from '../reserve-slot.js';
import { appendOf, identified, Streams } from '../streams.js';

/** Makes a rater's copy of a pair when it is opened first, and takes the place on it. */
@Injectable()
export class OpenGoldTest {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(ReserveSlot) private readonly reserveSlot: ReserveSlot,
  ) {}

  async run(offer: GoldOffer, assessorId: string, context: CommandContext): Promise<ReservedSlot> {
    const { testId, ownerId, assessmentIds, goldId, finePhotoId, badPhotoId } = offer;
    await this.streams.inTurn(`test ${testId}`, async () => {
      const test = await this.streams.loadTest(testId);
      const assessments = [
        { assessmentId: assessmentIds[0], photoId: finePhotoId },
        { assessmentId: assessmentIds[1], photoId: badPhotoId },
      ];
      const start = { type: 'StartGoldTest', testId, ownerId, goldId, finePhotoId, assessments } as const;
      const events = identified(deciders.test.decide({ ...start, at: this.streams.now() }, test.state));
      await this.streams.append(appendOf(test, events), { metadata: context.metadata }, null);
    });
    return this.reserveSlot.run({ testId, ownerId, assessorId }, { metadata: context.metadata });
  }
}
