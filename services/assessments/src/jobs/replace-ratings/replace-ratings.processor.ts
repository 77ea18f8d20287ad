import { EventStore, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import * as deciders from '../../application/deciders.js';
import { appendOf, identified, Streams } from '../../application/streams.js';
import { REPLACING_QUEUE, type ReplacingPayload } from '../../records/spoiling.js';

/**
 * Makes a submission that counts no more good to its owner. Events and the end of the item are one transaction, and the
 * test knows what has been made good: once, whatever is delivered again. A conflict with a command has it tried again.
 */
@Injectable()
export class ReplaceRatingsProcessor implements Processor {
  readonly queue = REPLACING_QUEUE;

  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Streams) private readonly streams: Streams,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { submissionId, testId } = item.payload as ReplacingPayload;
    const at = this.streams.now();
    const test = await this.streams.loadTest(testId, session);
    if (test.state.status !== 'started') return;
    const { ownerId, assessments } = test.state;
    const owner = await this.streams.loadOwner(ownerId, session);
    const { pool, hasMadeFirstProfile } = owner.state;
    // During the onboarding a first assessment that ran again would start its owner over when a photo is moved.
    const reopenablePhotoIds = hasMadeFirstProfile
      ? assessments.map(({ photoId }) => photoId).filter((photoId) => pool[photoId]?.testId === testId)
      : [];
    const events = identified(
      deciders.test.decide({ type: 'ReplaceSpoiled', submissionId, reopenablePhotoIds, at }, test.state),
    );
    const reopenings = events.flatMap((event) =>
      event.type === 'SpoiledRatingReplaced' && event.data.isReopened
        ? deciders.owner.decide(
            { type: 'RecordReopening', ownerId, testId, photoId: event.data.photoId, at },
            owner.state,
          )
        : [],
    );
    const streams = [...appendOf(test, events), ...appendOf(owner, identified(reopenings))];
    if (streams.length > 0) {
      await this.store.appendWithin(session, { streams, metadata: { correlationId: item.id } });
    }
  }
}
