import { consumers } from '@candid/contracts';
import { addWorkItem } from '@candid/event-store';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { DeleteAllPhotos } from '../application/delete-all-photos.js';
import { deleteAllPhotosItem } from '../jobs/delete-all-photos/delete-all-photos.job.js';

const consumer = consumers.photos['delete-on-account-deleted'];

/** Redelivery finds nothing left to delete. Once more later, for what was being uploaded meanwhile. */
@Injectable()
export class DeleteOnAccountDeleted implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(private readonly deletion: DeleteAllPhotos) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId } = received.data;
    await this.deletion.run(userId, causedBy(received), session);
    const { correlationId, eventId: causationId } = received;
    const again = deleteAllPhotosItem({ userId, correlationId, causationId }, new Date(received.recordedAt));
    await addWorkItem(session, again);
  }
}
