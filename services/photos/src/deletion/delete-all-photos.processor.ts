import type { WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { DELETE_ALL_PHOTOS_QUEUE, type DeleteAllPhotosPayload } from './delete-all-photos.job.js';
import { DeleteAllPhotos } from './delete-all-photos.js';

/** What was uploaded while the account went. Redelivery finds nothing left to delete. */
@Injectable()
export class DeleteAllPhotosProcessor implements Processor {
  readonly queue = DELETE_ALL_PHOTOS_QUEUE;

  constructor(private readonly deletion: DeleteAllPhotos) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { userId, correlationId, causationId } = item.payload as DeleteAllPhotosPayload;
    await this.deletion.run(userId, { correlationId, causationId }, session);
  }
}
