import { identityEvents } from '@candid/contracts';
import { addWorkItem } from '@candid/event-store';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { DeleteAllPhotos } from '../application/delete-all-photos.js';
import { metadataOf } from '../application/photo-decision.js';
import { deleteAllPhotosItem } from '../jobs/delete-all-photos/delete-all-photos.job.js';

const event = identityEvents.AccountDeleted;

/** Redelivery finds nothing left to delete. Once more later, for what was being uploaded meanwhile. */
@Injectable()
export class DeleteOnAccountDeleted implements Subscriber<typeof event.data> {
  readonly name = 'delete-on-account-deleted';
  readonly event = event;

  constructor(@Inject(DeleteAllPhotos) private readonly deletion: DeleteAllPhotos) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { userId } = received.data;
    await this.deletion.run(userId, metadataOf(received), session);
    const { correlationId, eventId: causationId } = received;
    const again = deleteAllPhotosItem({ userId, correlationId, causationId }, new Date(received.recordedAt));
    await addWorkItem(session, again);
  }
}
