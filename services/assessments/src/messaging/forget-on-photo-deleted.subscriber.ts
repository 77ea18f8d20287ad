import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { ForgetPhotos } from '../owner/forget-photos.js';
import { recordPhotoMove } from '../owner/owner-photos.rows.js';

const consumer = consumers.assessments['forget-on-photo-deleted'];

/** Redelivery is no event again: a photo that is forgotten is in no test any more. */
@Injectable()
export class ForgetOnPhotoDeleted implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(@Inject(ForgetPhotos) private readonly forgetPhotos: ForgetPhotos) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { photoId, userId } = received.data;
    const move = { photoId, ownerId: userId, inPlanner: false, isDeleted: true, photoVersion: received.streamVersion };
    await recordPhotoMove(session, move);
    await this.forgetPhotos.run({ userId, photoIds: [photoId], metadata: causedBy(received) }, session);
  }
}
