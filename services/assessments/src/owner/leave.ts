import { Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams } from '../aggregates.js';
import { forgetAppeal } from '../assessor-quality/rater-appeals.rows.js';
import { CLOCK, type Clock } from '../clock.js';
import { forgetLinksOf } from '../linked-accounts/linked-accounts.rows.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { endRunningProfile } from '../profile-assessment/end-group.js';
import { forgetPhotos } from './forget-photos.js';

/**
 * Somebody's account is deleted: what runs ends with its refund, a start that waits is given up, the photos' ratings go
 * from every read model. Ratings the person gave stay counted, under an id that leads to nobody.
 */
@Injectable()
export class Leave {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run(userId: string, metadata: EventMetadata, session: SqlSession): Promise<void> {
    await recordLeaving(session, userId);
    await forgetAppeal(session, userId);
    await forgetLinksOf(session, userId);
    const at = this.clock().toISOString();
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const owner = await unit.load(ownerStreams, userId);
      await endRunningProfile(unit, owner, { reason: 'account-deleted', at });
      await forgetPhotos(unit, owner, { userId, photoIds: Object.keys(owner.state.testsByPhoto), at });
    });
  }
}
