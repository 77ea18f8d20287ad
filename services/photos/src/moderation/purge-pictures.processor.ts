import { MODERATION } from '@candid/contracts';
import { addWorkItem, Commands, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { photoStreams } from '../photo/photo-decision.js';
import { forgetLikeness } from '../screening/likeness.rows.js';
import { removePreview } from '../storage/photo-preview.js';
import { placePicturesItem } from './place-pictures.job.js';
import { PURGE_PICTURES_QUEUE, type PurgePicturesPayload } from './purge-pictures.job.js';

/**
 * Purges the pictures of a photo when their retention time in quarantine is over. The photo's own events decide: it
 * does nothing after a later decision or during an appeal, because these add their own work. It is idempotent.
 */
@Injectable()
export class PurgePicturesProcessor implements Processor {
  readonly queue = PURGE_PICTURES_QUEUE;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId, correlationId, causationId } = item.payload as PurgePicturesPayload;
    const command = { type: 'PurgePictures', now: this.clock(), retentionMs: MODERATION.retentionMs } as const;
    await this.commands.executeWithin(session, { metadata: { correlationId, causationId } }, async (unit) => {
      const photo = await unit.load(photoStreams, photoId);
      const events = photo.decide(command);
      if (events.length === 0) return;
      await removePreview(session, photoId);
      await forgetLikeness(session, { photoId, isNeeded: false });
      await addWorkItem(session, placePicturesItem(photoId, events[0]!.eventId));
    });
  }
}
