import type { EventMetadata, SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { recordLeaving } from '../records/participants.js';
import { forgetAppeal } from '../records/rater-appeals.js';
import { ForgetPhotos } from './forget-photos.js';
import { EndOwnersGroup } from './groups/end-owners-group.js';
import { Streams } from './streams.js';

/**
 * Somebody's account is deleted: what runs ends with its refund, a start that waits is given up, the photos' ratings go
 * from every read model. Ratings the person gave stay counted, under an id that leads to nobody.
 */
@Injectable()
export class Leave {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(ForgetPhotos) private readonly forgetPhotos: ForgetPhotos,
    @Inject(EndOwnersGroup) private readonly endGroup: EndOwnersGroup,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run(userId: string, metadata: EventMetadata, session: SqlSession): Promise<void> {
    await recordLeaving(session, userId);
    await forgetAppeal(session, userId);
    await this.endGroup.run({ ownerId: userId, reason: 'account-deleted', metadata }, session);
    const owner = await this.streams.loadOwner(userId, session);
    await this.forgetPhotos.run({ userId, photoIds: Object.keys(owner.state.testsByPhoto), metadata }, session);
  }
}
