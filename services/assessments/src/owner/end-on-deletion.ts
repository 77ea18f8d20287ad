import { Commands, type EventMetadata, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import {
  blocksStreams,
  caseStreams,
  type LoadedOwner,
  ownerStreams,
  photoAssessmentStreams,
  reporterStreams,
} from '../aggregates.js';
import { forgetAppeal } from '../assessor-quality/assessor-appeals.rows.js';
import { forgetLinksOf } from '../linked-accounts/linked-accounts.rows.js';
import { caseOfPhoto } from '../moderation/case-ids.js';
import { forgetTextsOf } from '../moderation/moderation-texts.rows.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { endPhoto } from '../photo-assessment/end-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import { removeContents } from '../results/rating-contents.rows.js';
import { knownPhotosOf } from './domain/state.js';

/**
 * Ends the running assessments of a deleted photo or account, or abandons its unconfirmed start. Every read model then
 * removes its ratings. Runs within the transaction of the deletion event; a version conflict repeats that transaction.
 */
@Injectable()
export class EndOnDeletion {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async ofPhoto(userId: string, photoId: string, metadata: EventMetadata, session: SqlSession): Promise<void> {
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const at = this.clock().toISOString();
      const owner = await unit.load(ownerStreams, userId);
      const applies = ({ photoIds }: { photoIds: readonly string[] }) => photoIds.includes(photoId);
      await endRunningProfile(unit, owner, { reason: 'profile-changed', at, applies });
      await forgetPhoto(unit, owner, { ownerId: userId, photoId, at }, session);
      const reported = await unit.load(caseStreams, caseOfPhoto(photoId));
      if (reported.state.status === 'known') reported.decide({ type: 'RecordPhotoDeleted', at });
    });
  }

  /** Ratings that the person gave stay counted; their assessor id no longer leads to a person. */
  async ofAccount(userId: string, metadata: EventMetadata, session: SqlSession): Promise<void> {
    await recordLeaving(session, userId);
    await forgetAppeal(session, userId);
    await forgetLinksOf(session, userId);
    await forgetTextsOf(session, userId);
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const at = this.clock().toISOString();
      const owner = await unit.load(ownerStreams, userId);
      await endRunningProfile(unit, owner, { reason: 'account-deleted', at });
      for (const photoId of knownPhotosOf(owner.state))
        await forgetPhoto(unit, owner, { ownerId: userId, photoId, at }, session);
      (await unit.load(blocksStreams, userId)).decide({ type: 'ForgetBlocks', userId, at });
      (await unit.load(reporterStreams, userId)).decide({ type: 'Forget', reporterId: userId, at });
    });
  }
}

async function forgetPhoto(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { ownerId, photoId, at }: { ownerId: string; photoId: string; at: string },
  session: SqlSession,
): Promise<void> {
  const photoAssessmentId = owner.state.photoAssessmentsByPhoto[photoId];
  if (photoAssessmentId !== undefined) await endAssessment(unit, owner, photoAssessmentId, { ownerId, photoId, at });
  owner.decide({ type: 'ForgetPhoto', ownerId, photoId });
  await removeContents(session, photoId);
}

async function endAssessment(
  unit: UnitOfWork,
  owner: LoadedOwner,
  photoAssessmentId: string,
  { ownerId, photoId, at }: { ownerId: string; photoId: string; at: string },
): Promise<void> {
  const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
  if (photoAssessment.state.status === 'opened') {
    photoAssessment.decide({ type: 'AbandonStart', ownerId, reason: 'owner', at });
    owner.decide({ type: 'ReleaseStart', ownerId, photoAssessmentId });
  } else {
    endPhoto({ userId: ownerId, photoId, isRemoved: true, isGone: true }, photoAssessment, owner, at);
  }
}
