import { PRODUCT } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { untilFew } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { BEFORE_WAITING, PhotoQuery } from '../listing/photo.query.js';
import { photoStreams } from '../photo/photo-decision.js';

const BATCH_SIZE = 100;

interface Run {
  now: Date;
  correlationId: string;
  signal: AbortSignal;
}

/** Brings photos back to the bank that wait in `testing` for a start that never came. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    private readonly commands: Commands,
    private readonly photos: PhotoQuery,
  ) {}

  /** @returns how many photos were brought back; the rows only suggest which, the photo's own events decide */
  async run({ now, correlationId, signal }: Run): Promise<number> {
    const waitMs = PRODUCT.holdMs;
    const before = new Date(now.getTime() - waitMs);
    let returned = 0;
    let last = BEFORE_WAITING;
    const nextBatch = async (limit: number) => {
      const batch = await this.photos.waitingSince(before, { after: last, limit });
      for (const { photoId } of batch) if (await this.giveUp(photoId, { now, correlationId })) returned += 1;
      last = batch.at(-1) ?? last;
      return batch.length;
    };
    await untilFew(BATCH_SIZE, nextBatch, signal);
    return returned;
  }

  private async giveUp(photoId: string, { now, correlationId }: Omit<Run, 'signal'>): Promise<boolean> {
    const { events } = await this.commands.execute({ metadata: { correlationId } }, {}, async (unit) => {
      (await unit.load(photoStreams, photoId)).decide({ type: 'GiveUpWaiting', now, waitMs: PRODUCT.holdMs });
    });
    return events.length > 0;
  }
}
