import { Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { awaitScreening } from './record-screening.js';

interface OwnPhoto {
  userId: string;
  photoId: string;
}

/**
 * Tracks which photos await screening. Runs within the transaction of the event; a version conflict repeats that
 * transaction. The events of a photo may arrive in any order: an early screening result is kept.
 */
@Injectable()
export class FollowPhotos {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async uploaded({ userId: ownerId, photoId }: OwnPhoto, metadata: EventMetadata, session: SqlSession): Promise<void> {
    const at = this.clock().toISOString();
    await this.commands.executeWithin(session, { metadata }, (unit) => awaitScreening(unit, { ownerId, photoId, at }));
  }
}
