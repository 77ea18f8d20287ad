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

interface Outcome {
  /** How many photos were brought back to the bank. */
  returned: number;
  /** Photos that have a row but no events: the read model needs a rebuild. */
  unknownPhotoIds: string[];
}

/** Brings photos back to the bank that wait in `testing` for a start that never came. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    private readonly commands: Commands,
    private readonly photos: PhotoQuery,
  ) {}

  /** The rows only suggest which photos to bring back; the photo's own events decide. */
  async run({ now, correlationId, signal }: Run): Promise<Outcome> {
    const waitMs = PRODUCT.holdMs;
    const before = new Date(now.getTime() - waitMs);
    const outcome: Outcome = { returned: 0, unknownPhotoIds: [] };
    let last = BEFORE_WAITING;
    const nextBatch = async (limit: number) => {
      const batch = await this.photos.waitingSince(before, { after: last, limit });
      for (const { photoId } of batch) {
        const done = await this.giveUp(photoId, { now, correlationId });
        if (done === 'returned') outcome.returned += 1;
        if (done === 'unknown') outcome.unknownPhotoIds.push(photoId);
      }
      last = batch.at(-1) ?? last;
      return batch.length;
    };
    await untilFew(BATCH_SIZE, nextBatch, signal);
    return outcome;
  }

  private async giveUp(
    photoId: string,
    { now, correlationId }: Omit<Run, 'signal'>,
  ): Promise<'returned' | 'kept' | 'unknown'> {
    const { answer, events } = await this.commands.execute({ metadata: { correlationId } }, {}, async (unit) => {
      const photo = await unit.load(photoStreams, photoId);
      if (photo.state.status === 'absent') return 'unknown' as const;
      photo.decide({ type: 'GiveUpWaiting', now, waitMs: PRODUCT.holdMs });
      return 'kept' as const;
    });
    return events.length > 0 ? 'returned' : answer;
  }
}
