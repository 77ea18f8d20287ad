import { photosEvents } from '@candid/contracts';
import type { ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { metadataOf } from '../application/command-context.js';
import { RecordPhotoMove } from '../application/record-photo-move.js';
import { recordPhotoMove } from '../records/owner-photos.js';

const event = photosEvents.PhotoReturnedToBank;

/** Redelivery is no event again: a photo leaves the pool once. */
@Injectable()
export class ReturnOnPhotoReturnedToBank implements Subscriber<typeof event.data> {
  readonly name = 'return-on-photo-returned-to-bank';
  readonly event = event;

  constructor(@Inject(RecordPhotoMove) private readonly recordMove: RecordPhotoMove) {}

  async handle(received: ReceivedEvent<typeof event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { photoId, userId, awaitedTestId } = received.data;
    const photoVersion = received.streamVersion;
    const planner = await recordPhotoMove(session, { photoId, ownerId: userId, inPlanner: false, photoVersion });
    const [at, metadata] = [received.recordedAt, metadataOf(received)];
    await this.recordMove.run(
      { userId, photoId, at, planner, makesFirstProfile: false, awaitedTestId, metadata },
      session,
    );
  }
}
