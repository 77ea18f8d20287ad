import { PRODUCT } from '@candid/contracts';
import { Commands, type EventMetadata, type NewWorkItem, type SqlSession, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { photoStreams } from '../photo/change-photo.js';
import { photoIdOfStream } from '../photo/photo.js';
import { writeDeletion } from './delete-photo.js';

const DELETE_ALL_PHOTOS_QUEUE = 'photos-delete-all';

interface DeleteAllPhotosPayload {
  userId: string;
  correlationId: string;
  causationId: string;
}

/** Time after which no upload of the person can be running: an access token outlives the session, and an upload takes time. */
const LAST_UPLOAD_MS = PRODUCT.accessTokenMs + 5 * 60_000;

export function deleteAllPhotosItem(payload: DeleteAllPhotosPayload, deletedAt: Date): NewWorkItem {
  const availableAt = new Date(deletedAt.getTime() + LAST_UPLOAD_MS);
  return { id: `delete-all-photos:${payload.userId}`, queue: DELETE_ALL_PHOTOS_QUEUE, payload, availableAt };
}

/** Maximum number of streams in one append. */
const PHOTOS_PER_APPEND = 100;

/** Deletes all photos of a person. Finds the photos in the events, because a read model may be behind. */
@Injectable()
export class DeleteAllPhotos {
  constructor(private readonly commands: Commands) {}

  /** Runs within the caller's transaction and skips deleted photos. @returns the number of photos that it deleted */
  async run(userId: string, metadata: EventMetadata, session: SqlSession): Promise<number> {
    let deleted = 0;
    const uploads = await session.query<{ stream_id: string }>(
      `select stream_id from events where type = 'PhotoUploaded' and data ->> 'userId' = $1`,
      [userId],
    );
    const photoIds = uploads.flatMap((row) => photoIdOfStream(row.stream_id) ?? []);
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
        const [deleted] = photo.decide({ type: 'DeletePhoto', userId, withAccount: true });
        const cause = { correlationId: metadata.correlationId, causationId: deleted!.eventId };
        await writeDeletion(session, { photoId, state: photo.state, reportableUntil: null, ...cause });
      }
    });
    return events.length;
  }
}

/** Deletes photos that were uploaded while the account was being deleted. Is idempotent. */
@Injectable()
export class DeleteAllPhotosProcessor implements Processor {
  readonly queue = DELETE_ALL_PHOTOS_QUEUE;

  constructor(private readonly deletion: DeleteAllPhotos) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { userId, correlationId, causationId } = item.payload as DeleteAllPhotosPayload;
    await this.deletion.run(userId, { correlationId, causationId }, session);
  }
}
