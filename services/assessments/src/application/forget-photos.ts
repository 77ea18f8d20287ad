import { type EventMetadata, EventStore, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { OwnerEvent } from '../domain/owner/events.js';
import type { OwnerState } from '../domain/owner/state.js';
import type { TestEvent } from '../domain/test/events.js';
import type { TestState } from '../domain/test/state.js';
import * as deciders from './deciders.js';
import { decideEnd } from './end-assessment.js';
import { EndOwnersGroup } from './groups/end-owners-group.js';
import { Draft, Streams } from './streams.js';

export interface ForgetRequest {
  userId: string;
  photoIds: readonly string[];
  metadata: EventMetadata;
}

type OwnerDraft = Draft<OwnerState, OwnerEvent>;
type TestDraft = Draft<TestState, TestEvent>;

/** Deleted photos take their running assessment, or a start that waits for them, along; their ratings go from every read model. */
@Injectable()
export class ForgetPhotos {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(EndOwnersGroup) private readonly endGroup: EndOwnersGroup,
  ) {}

  /**
   * Within the transaction of the event that tells of it; a version conflict repeats that transaction. Every stream is read
   * once, however many photos there are.
   */
  async run({ userId, photoIds, metadata }: ForgetRequest, session: SqlSession): Promise<void> {
    const applies = (group: { photoIds: readonly string[] }): boolean =>
      photoIds.some((photoId) => group.photoIds.includes(photoId));
    await this.endGroup.run({ ownerId: userId, reason: 'profile-changed', metadata, applies }, session);
    const owner: OwnerDraft = new Draft(await this.streams.loadOwner(userId, session), deciders.owner.evolve);
    const tests = new Map<string, TestDraft>();
    for (const photoId of photoIds) {
      const testId = owner.state.testsByPhoto[photoId];
      if (testId === undefined) continue;
      const test = tests.get(testId) ?? new Draft(await this.streams.loadTest(testId, session), deciders.test.evolve);
      tests.set(testId, test);
      this.end({ userId, photoId, testId }, test, owner);
      owner.add(deciders.owner.decide({ type: 'ForgetPhoto', ownerId: userId, photoId }, owner.state));
    }
    const streams = [...tests.values(), owner].flatMap((draft) => draft.appends());
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }

  private end(
    { userId: ownerId, photoId, testId }: { userId: string; photoId: string; testId: string },
    test: TestDraft,
    owner: OwnerDraft,
  ): void {
    const at = this.streams.now();
    if (test.state.status === 'opened') {
      test.add(deciders.test.decide({ type: 'AbandonStart', ownerId, reason: 'owner', at }, test.state));
      owner.add(deciders.owner.decide({ type: 'ReleaseStart', ownerId, testId }, owner.state));
      return;
    }
    const { events, ownerEvents } = decideEnd(
      { userId: ownerId, photoId, isRemoved: true },
      test.history,
      owner.history,
      at,
    );
    test.add(events);
    owner.add(ownerEvents);
  }
}
