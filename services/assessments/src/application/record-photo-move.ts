import { type EventMetadata, EventStore, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { PlannerChange } from '../records/owner-photos.js';
import * as deciders from './deciders.js';
import { decideEnd } from './end-assessment.js';
import { EndOwnersGroup } from './groups/end-owners-group.js';
import { appendOf, identified, Streams } from './streams.js';

export interface PhotoMoved {
  userId: string;
  photoId: string;
  /** When it moved, ISO 8601 in UTC. */
  at: string;
  planner: PlannerChange;
  makesFirstProfile: boolean;
  /** It was moved by nobody: the photos had not heard of this test's start when its time was over. */
  awaitedTestId?: string | undefined;
  metadata: EventMetadata;
}

/** A photo that is put away makes room in the pool; the first one in the planner opens the way to new assessments. */
@Injectable()
export class RecordPhotoMove {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(EndOwnersGroup) private readonly endGroup: EndOwnersGroup,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run(move: PhotoMoved, session: SqlSession): Promise<void> {
    const { userId, photoId, at, makesFirstProfile, awaitedTestId, metadata } = move;
    // The photos will hear of it, and put the photo where its test is.
    if (awaitedTestId !== undefined && (await this.hasStarted(awaitedTestId, session))) return;
    await this.endWhatRuns(move, session);
    await this.endChangedProfile(move, session);
    const owner = await this.streams.loadOwner(userId, session);
    const moved = { ownerId: userId, photoId, at };
    const events = [
      ...deciders.owner.decide({ type: 'RecordPhotoLeft', ...moved }, owner.state),
      ...(makesFirstProfile ? deciders.owner.decide({ type: 'RecordFirstProfile', ...moved }, owner.state) : []),
    ];
    const streams = appendOf(owner, identified(events));
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }

  private async hasStarted(testId: string, session: SqlSession): Promise<boolean> {
    return (await this.streams.loadTest(testId, session)).state.status === 'started';
  }

  /** A profile assessment is about photos that stand together: one that joins or leaves them ends it. */
  private async endChangedProfile({ userId, photoId, planner, metadata }: PhotoMoved, session: SqlSession) {
    const { wasInPlanner, isInPlanner } = planner;
    await this.endGroup.run(
      {
        ownerId: userId,
        reason: 'profile-changed',
        metadata,
        applies: ({ photoIds }) => (photoIds.includes(photoId) ? !isInPlanner : isInPlanner && !wasInPlanner),
      },
      session,
    );
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
