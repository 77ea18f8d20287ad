import { Commands, type EventMetadata, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type LoadedOwner, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { endPhoto } from '../photo-assessment/end-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-group.js';

export interface ForgetRequest {
  userId: string;
  photoIds: readonly string[];
  metadata: EventMetadata;
}

/** Deleted photos take their running assessment, or a start that waits for them, along; their ratings go from every read model. */
@Injectable()
export class ForgetPhotos {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run({ userId, photoIds, metadata }: ForgetRequest, session: SqlSession): Promise<void> {
    const at = this.clock().toISOString();
    const applies = (group: { photoIds: readonly string[] }): boolean =>
      photoIds.some((photoId) => group.photoIds.includes(photoId));
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const owner = await unit.load(ownerStreams, userId);
      await endRunningProfile(unit, owner, { reason: 'profile-changed', at, applies });
      await forgetPhotos(unit, owner, { userId, photoIds, at });
    });
  }
}

export async function forgetPhotos(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { userId: ownerId, photoIds, at }: { userId: string; photoIds: readonly string[]; at: string },
): Promise<void> {
  for (const photoId of photoIds) {
    const testId = owner.state.testsByPhoto[photoId];
    if (testId === undefined) continue;
    const test = await unit.load(photoAssessmentStreams, testId);
    if (test.state.status === 'opened') {
      test.decide({ type: 'AbandonStart', ownerId, reason: 'owner', at });
      owner.decide({ type: 'ReleaseStart', ownerId, testId });
    } else {
      endPhoto({ userId: ownerId, photoId, isRemoved: true, isGone: true }, test, owner, at);
    }
    owner.decide({ type: 'ForgetPhoto', ownerId, photoId });
  }
}
