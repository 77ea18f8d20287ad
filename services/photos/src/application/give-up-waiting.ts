import { PRODUCT } from '@candid/contracts';
import { EventStore, VersionConflictError } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { photoDecider } from '../domain/photo/decide.js';
import { PhotoQuery } from '../projections/photo/photo.query.js';
import { appendOf, loadPhoto } from './photo-decision.js';

const BATCH_SIZE = 100;

/** Brings photos back to the bank that wait in `testing` for a start that never came. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(PhotoQuery) private readonly photos: PhotoQuery,
  ) {}

  /** @returns how many photos were brought back; the rows only suggest which, the photo's own events decide */
  async run({ now, correlationId }: { now: Date; correlationId: string }): Promise<number> {
    const waitMs = PRODUCT.holdMs;
    const candidates = await this.photos.waitingSince(new Date(now.getTime() - waitMs), BATCH_SIZE);
    let returned = 0;
    for (const photoId of candidates) {
      const photo = await loadPhoto((streamId) => this.store.load(streamId), photoId);
      const streams = appendOf(photo, photoDecider.decide({ type: 'GiveUpWaiting', now, waitMs }, photo.state));
      if (streams.length === 0) continue;
      await this.store.append({ streams, metadata: { correlationId } }).then(() => (returned += 1), ignoreConflict);
    }
    return returned;
  }
}

/** Something has just happened to the photo; the next sweep looks again. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof VersionConflictError)) throw error;
}
