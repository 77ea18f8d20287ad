import { PRODUCT } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { PhotoQuery } from '../listing/photo.query.js';
import { photoStreams } from '../photo/photo-decision.js';

const BATCH_SIZE = 100;

/** Brings photos back to the bank that wait in `testing` for a start that never came. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    private readonly commands: Commands,
    private readonly photos: PhotoQuery,
  ) {}

  /** @returns how many photos were brought back; the rows only suggest which, the photo's own events decide */
  async run({ now, correlationId }: { now: Date; correlationId: string }): Promise<number> {
    const waitMs = PRODUCT.holdMs;
    const candidates = await this.photos.waitingSince(new Date(now.getTime() - waitMs), BATCH_SIZE);
    let returned = 0;
    for (const photoId of candidates) {
      const { events } = await this.commands.execute({ metadata: { correlationId } }, {}, async (unit) => {
        (await unit.load(photoStreams, photoId)).decide({ type: 'GiveUpWaiting', now, waitMs });
      });
      if (events.length > 0) returned += 1;
    }
    return returned;
  }
}
