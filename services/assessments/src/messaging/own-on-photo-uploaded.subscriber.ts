import { photosEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordPhotoMove } from '../records/owner-photos.js';

const event = photosEvents.PhotoUploaded;

/** Redelivery, and an upload heard of after a later move, change nothing: the photo's stream version decides. */
@Injectable()
export class OwnOnPhotoUploaded implements Subscriber<typeof event.data> {
  readonly name = 'own-on-photo-uploaded';
  readonly event = event;

  async handle({ data, streamVersion }: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction) {
    const { photoId, userId: ownerId } = data;
    await recordPhotoMove(session, { photoId, ownerId, inPlanner: false, photoVersion: streamVersion });
  }
}
