import { consumers } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { recordPhotoMove } from '../owner/owner-photos.rows.js';

const consumer = consumers.assessments['own-on-photo-uploaded'];

/** Redelivery, and an upload heard of after a later move, change nothing: the photo's stream version decides. */
@Injectable()
export class OwnOnPhotoUploaded implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  async handle({ data, streamVersion }: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction) {
    const { photoId, userId: ownerId } = data;
    await recordPhotoMove(session, { photoId, ownerId, inPlanner: false, photoVersion: streamVersion });
  }
}
