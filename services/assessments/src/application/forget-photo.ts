import { type EventMetadata, EventStore, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import * as deciders from './deciders.js';
import { decideEnd } from './end-assessment.js';
import { EndOwnersGroup } from './groups/end-owners-group.js';
import { appendOf, identified, Streams } from './streams.js';

export interface ForgetRequest {
  userId: string;
  photoId: string;
  metadata: EventMetadata;
}

/** A deleted photo takes its running assessment, or a start that waits for it, along; its ratings go from every read model. */
@Injectable()
export class ForgetPhoto {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(EndOwnersGroup) private readonly endGroup: EndOwnersGroup,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run(request: ForgetRequest, session: SqlSession): Promise<void> {
    const { userId, photoId, metadata } = request;
    await this.end(request, session);
    const applies = ({ photoIds }: { photoIds: readonly string[] }): boolean => photoIds.includes(photoId);
    await this.endGroup.run({ ownerId: userId, reason: 'profile-changed', metadata, applies }, session);
    const owner = await this.streams.loadOwner(userId, session);
    const events = deciders.owner.decide({ type: 'ForgetPhoto', ownerId: userId, photoId }, owner.state);
    const streams = appendOf(owner, identified(events));
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }

  private async end({ userId, photoId, metadata }: ForgetRequest, session: SqlSession): Promise<void> {
    const owner = await this.streams.loadOwner(userId, session);
    const testId = owner.state.testsByPhoto[photoId];
    if (testId === undefined) return;
    const test = await this.streams.loadTest(testId, session);
    if (test.state.status === 'opened') {
      const at = this.streams.now();
      const abandon = { type: 'AbandonStart', ownerId: userId, reason: 'owner', at } as const;
      const testEvents = identified(deciders.test.decide(abandon, test.state));
      const release = deciders.owner.decide({ type: 'ReleaseStart', ownerId: userId, testId }, owner.state);
      const streams = [...appendOf(test, testEvents), ...appendOf(owner, identified(release))];
      await this.store.appendWithin(session, { streams, metadata });
      return;
    }
    const { appends } = decideEnd({ userId, photoId, isRemoved: true }, test, owner, this.streams.now());
    if (appends.length > 0) await this.store.appendWithin(session, { streams: appends, metadata });
  }
}
