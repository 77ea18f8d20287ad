import { addWorkItem, Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { isNeededByCase } from '../photo/domain/moderate.js';
import { photoIdOfStream } from '../photo/domain/streams.js';
import { photoStreams } from '../photo/photo-decision.js';
import { forgetLikeness } from '../screening/likeness.rows.js';
import { removePreview } from '../storage/photo-preview.js';
import { removeImagesItem } from '../storage/remove-images.job.js';

/** As many streams as one append takes. */
const PHOTOS_PER_APPEND = 100;

/** Everything that a person ever uploaded and still has. What exists is asked of the events: a read model may be behind. */
@Injectable()
export class DeleteAllPhotos {
  constructor(private readonly commands: Commands) {}

  /** Within the caller's transaction; photos that are gone already are left alone. @returns how many were deleted */
  async run(userId: string, metadata: EventMetadata, session: SqlSession): Promise<number> {
    let deleted = 0;
    const photoIds = await uploadsOf(userId, session);
    for (let start = 0; start < photoIds.length; start += PHOTOS_PER_APPEND) {
      deleted += await this.delete(userId, photoIds.slice(start, start + PHOTOS_PER_APPEND), metadata, session);
    }
    return deleted;
  }

  private async delete(userId: string, photoIds: string[], metadata: EventMetadata, session: SqlSession) {
    const { events } = await this.commands.executeWithin(session, { metadata }, async (unit) => {
      for (const photoId of photoIds) {
        const photo = await unit.load(photoStreams, photoId);
        if (photo.state.status !== 'kept') continue;
        const isNeeded = isNeededByCase(photo.state.moderation);
        photo.decide({ type: 'DeletePhoto', userId, withAccount: true });
        await removePreview(session, photoId);
        await addWorkItem(session, removeImagesItem(photoId));
        await forgetLikeness(session, { photoId, isNeeded });
      }
    });
    return events.length;
  }
}

async function uploadsOf(userId: string, session: SqlSession): Promise<string[]> {
  const rows = await session.query<{ stream_id: string }>(
    `select stream_id from events where type = 'PhotoUploaded' and data ->> 'userId' = $1`,
    [userId],
  );
  return rows.flatMap((row) => photoIdOfStream(row.stream_id) ?? []);
}
