import { photosEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { metadataOf } from '../application/command-context.js';
import { ForgetPhotos } from '../application/forget-photos.js';
import { recordPhotoMove } from '../records/owner-photos.js';

const event = photosEvents.PhotoDeleted;

/** Redelivery is no event again: a photo that is forgotten is in no test any more. */
@Injectable()
export class ForgetOnPhotoDeleted implements Subscriber<typeof event.data> {
  readonly name = 'forget-on-photo-deleted';
  readonly event = event;

  constructor(@Inject(ForgetPhotos) private readonly forgetPhotos: ForgetPhotos) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { photoId, userId } = received.data;
    const move = { photoId, ownerId: userId, inPlanner: false, isDeleted: true, photoVersion: received.streamVersion };
    await recordPhotoMove(session, move);
    await this.forgetPhotos.run({ userId, photoIds: [photoId], metadata: metadataOf(received) }, session);
  }
}
