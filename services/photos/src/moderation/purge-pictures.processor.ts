import { MODERATION } from '@candid/contracts';
import { addWorkItem, Commands, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { photoStreams } from '../photo/photo-decision.js';
import { removePreview } from '../storage/photo-preview.js';
import { placePicturesItem } from './place-pictures.job.js';
import { PURGE_PICTURES_QUEUE, type PurgePicturesPayload } from './purge-pictures.job.js';

/**
 * Ends the quarantine of a photo when its time has come. The photo's own events decide: after a later decision, or while an appeal is
 * open, nothing happens, and that decision has work of its own. Redelivery finds it purged.
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
      await addWorkItem(session, placePicturesItem(photoId, events[0]!.eventId));
    });
  }
}
