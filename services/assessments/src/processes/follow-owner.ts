import { Commands, type EventMetadata, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, causedBy, type ReceivedEvent } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { forgetAppeal } from '../assessor-quality/standings.js';
import { blocksStreams } from '../blocks/blocks.js';
import { assessmentOfPhoto, endPhoto } from '../ending/end-assessment.js';
import { awaitScreening, giveUpStart } from '../holding/hold-photo.js';
import { forgetLinksOf } from '../linked-accounts/find-linked-accounts.js';
import { caseOfPhoto } from '../moderation/case.js';
import { caseStreams } from '../moderation/decide.js';
import { forgetTextsOf } from '../moderation/moderation-texts.rows.js';
import { reporterStreams } from '../moderation/reporter.js';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import { knownPhotosOf } from '../owner/owner.js';
import { type PlannerChange, recordPhotoMove } from '../owner/owner-photos.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { removeContents } from '../photo-assessment/rating-contents.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';

/**
 * Ends the running assessments of a deleted photo or account, or abandons the unconfirmed start. Every read model then
 * removes the ratings. Runs within the transaction of the deletion event; a version conflict repeats that transaction.
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
      const applies = (photoIds: readonly string[]) => photoIds.includes(photoId);
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
  const photoAssessment = await assessmentOfPhoto(unit, owner, photoId);
  if (photoAssessment) {
    giveUpStart(photoAssessment, owner, 'owner', at);
    endPhoto({ userId: ownerId, photoId, isRemoved: true, isGone: true }, photoAssessment, owner, at);
  }
  owner.decide({ type: 'ForgetPhoto', ownerId, photoId });
  await removeContents(session, photoId);
}

type Received<Data> = Pick<ReceivedEvent, 'recordedAt' | 'streamVersion' | 'eventId' | 'correlationId'> & {
  data: Data;
};

interface Moved {
  inPlanner: boolean;
  makesFirstProfile?: boolean;
  /** Photo assessment that the photo waited for. The photos service moved the photo before the start arrived. */
  awaitedId?: string | undefined;
}

/** Records a photo's move and ends the assessments that it invalidates. A photo that is put away leaves the pool. */
@Injectable()
export class RecordPhotoMove {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Events of a photo may arrive in any order: a screening result that arrives before this event is kept. */
  async uploaded(
    received: Received<{ userId: string; photoId: string; awaitsScreening: boolean }>,
    session: SqlSession,
  ): Promise<void> {
    const { userId: ownerId, photoId, awaitsScreening } = received.data;
    await recordPhotoMove(session, { photoId, ownerId, inPlanner: false, photoVersion: received.streamVersion });
    if (!awaitsScreening) return;
    const at = this.clock().toISOString();
    await this.commands.executeWithin(session, { metadata: causedBy(received) }, (unit) =>
      awaitScreening(unit, { ownerId, photoId, at }),
    );
  }

  /** Runs within the transaction of the move event; a version conflict repeats that transaction. */
  async run(
    received: Received<{ userId: string; photoId: string }>,
    { inPlanner, makesFirstProfile, awaitedId }: Moved,
    session: SqlSession,
  ): Promise<void> {
    const { userId: ownerId, photoId } = received.data;
    const { recordedAt: at, streamVersion: photoVersion } = received;
    const planner = await recordPhotoMove(session, { photoId, ownerId, inPlanner, photoVersion });
    await this.commands.executeWithin(session, { metadata: causedBy(received) }, async (unit) => {
      // The photos service will still receive the start and then move the photo to its photo assessment.
      if (awaitedId !== undefined && (await hasStarted(unit, awaitedId))) return;
      const owner = await unit.load(ownerStreams, ownerId);
      const now = this.clock().toISOString();
      await endWhatRuns(unit, owner, { ownerId, photoId, at, now });
      await endRunningProfile(unit, owner, { reason: 'profile-changed', at: now, applies: changes(photoId, planner) });
      owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId, at });
      if (makesFirstProfile) owner.decide({ type: 'RecordFirstProfile', ownerId, photoId, at });
    });
  }
}

/** Ends and refunds the unfinished assessment of a photo that was moved out of the pool, even if no request asked to end it. */
async function endWhatRuns(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { ownerId: userId, photoId, at, now }: { ownerId: string; photoId: string; at: string; now: string },
): Promise<void> {
  const place = owner.state.pool[photoId];
  // A late event about an older move does not concern the assessment that runs now.
  if (!place || at < place.since) return;
  const photoAssessment = await unit.load(photoAssessmentStreams, place.photoAssessmentId);
  endPhoto({ userId, photoId, isRemoved: false }, photoAssessment, owner, now);
}

/** True if the move ends the profile assessment: one of its photos leaves the planner, or another photo joins it. */
const changes =
  (photoId: string, { wasInPlanner, isInPlanner }: PlannerChange) =>
  (photoIds: readonly string[]): boolean =>
    photoIds.includes(photoId) ? !isInPlanner : isInPlanner && !wasInPlanner;

const hasStarted = async (unit: UnitOfWork, photoAssessmentId: string): Promise<boolean> =>
  (await unit.load(photoAssessmentStreams, photoAssessmentId)).state.status === 'started';
