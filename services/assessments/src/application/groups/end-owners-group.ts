import { type EventMetadata, EventStore, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { GroupEndReason } from '../../domain/group/events.js';
import type { EvaluationGroup } from '../../domain/group/state.js';
import { Streams } from '../streams.js';
import { decideGroupEnd } from './end-group.js';

export interface OwnersGroupEnd {
  ownerId: string;
  reason: GroupEndReason;
  metadata: EventMetadata;
  /** Whether the profile that runs is one to end; without it, it is. */
  applies?: (group: EvaluationGroup) => boolean;
}

/** Ends the owner's profile assessment, if one runs, with a refund. */
@Injectable()
export class EndOwnersGroup {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run({ ownerId, reason, metadata, applies }: OwnersGroupEnd, session: SqlSession): Promise<void> {
    const owner = await this.streams.loadOwner(ownerId, session);
    const groupRun = owner.state.groupRun;
    if (!groupRun) return;
    const group = await this.streams.loadGroup(groupRun.groupId, session);
    if (group.state.status !== 'known' || (applies && !applies(group.state))) return;
    const { streams } = decideGroupEnd(group, owner, { ownerId, reason }, this.streams.now());
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }
}
