import { consumers } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { recordPhotoMove } from '../owner/owner-photos.rows.js';
import { RecordPhotoMove } from '../owner/record-photo-move.js';

const consumer = consumers.assessments['return-on-photo-returned-to-bank'];

/** Redelivery is no event again: a photo leaves the pool once. */
@Injectable()
export class ReturnOnPhotoReturnedToBank implements Subscriber<typeof consumer.event.data> {
  readonly name = consumer.name;
  readonly event = consumer.event;

  constructor(@Inject(RecordPhotoMove) private readonly recordMove: RecordPhotoMove) {}

  async handle(received: ReceivedEvent<typeof consumer.event.data>, { session }: SubscriberTransaction): Promise<void> {
    const { photoId, userId, awaitedTestId } = received.data;
    const photoVersion = received.streamVersion;
    const planner = await recordPhotoMove(session, { photoId, ownerId: userId, inPlanner: false, photoVersion });
    const [at, metadata] = [received.recordedAt, causedBy(received)];
    await this.recordMove.run(
      { userId, photoId, at, planner, makesFirstProfile: false, awaitedTestId, metadata },
      session,
    );
  }
}
