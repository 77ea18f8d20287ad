import { type EventMetadata, EventStore, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import * as deciders from './deciders.js';
import { decideEnd } from './end-assessment.js';
import { appendOf, identified, Streams } from './streams.js';

export interface PhotoMoved {
  userId: string;
  photoId: string;
  /** When it moved, ISO 8601 in UTC. */
  at: string;
  makesFirstProfile: boolean;
  metadata: EventMetadata;
}

/** A photo that is put away makes room in the pool; the first one in the planner opens the way to new assessments. */
@Injectable()
export class RecordPhotoMove {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run({ userId, photoId, at, makesFirstProfile, metadata }: PhotoMoved, session: SqlSession): Promise<void> {
    await this.endWhatRuns({ userId, photoId, at, makesFirstProfile, metadata }, session);
    const owner = await this.streams.loadOwner(userId, session);
    const moved = { ownerId: userId, photoId, at };
    const events = [
      ...deciders.owner.decide({ type: 'RecordPhotoLeft', ...moved }, owner.state),
      ...(makesFirstProfile ? deciders.owner.decide({ type: 'RecordFirstProfile', ...moved }, owner.state) : []),
    ];
    const streams = appendOf(owner, identified(events));
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }

  /** A photo that was put away is not rated any more: what is unfinished ends with a refund, whoever else failed to ask for it. */
  private async endWhatRuns({ userId, photoId, at, metadata }: PhotoMoved, session: SqlSession): Promise<void> {
    const owner = await this.streams.loadOwner(userId, session);
    const place = owner.state.pool[photoId];
    // A late report of an older move says nothing about the assessment that runs now.
    if (!place || at < place.since) return;
    const test = await this.streams.loadTest(place.testId, session);
    const { appends } = decideEnd({ userId, photoId, isRemoved: false }, test, owner, this.streams.now());
    if (appends.length > 0) await this.store.appendWithin(session, { streams: appends, metadata });
  }
}
